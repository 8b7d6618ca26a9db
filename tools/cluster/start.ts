import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Holding, Spent } from './probe.ts';
import { type ClusterOptions, setUpCluster } from './setup.ts';

/** Options of Node for a portal that reports its memory and processor time. */
export const MEMORY_PROBE: readonly string[] = [
  '--expose-gc',
  '--import',
  join(import.meta.dirname, 'probe.ts'),
];

/** Portals in production behind a balancer. */
export type PortalCluster = {
  readonly url: string;
  /** Folder of their data. */
  readonly dataDir: string;
  /** Addresses of the portals without the balancer. */
  readonly each: readonly string[];
  /** When they were started, by the clock of `performance`. */
  readonly begun: () => number;
  /** Restarts them on the same data. */
  restart(): Promise<void>;
  /** The memory of the first portal. */
  holds(): Promise<Holding>;
  /** Milliseconds of processor time of all portals since their start. */
  spent(): Promise<number>;
  /** Milliseconds of processor time of their PostgreSQL, on Linux; 0 without one. */
  spentByDatabase(): number;
  close(): Promise<void>;
};

async function answerOf<Answer>(
  portal: ChildProcess | undefined,
  question: 'holds' | 'spent',
): Promise<Answer> {
  if (!portal) throw new TypeError('There is no portal to ask');
  const message = once(portal, 'message');
  portal.send(question);
  const [answer] = await message;
  return answer;
}

/** Starts portals, each a process of its own. */
export async function startPortals(options: ClusterOptions): Promise<PortalCluster> {
  const { proxy, ports, entry, env, spentByDatabase, close } = await setUpCluster(options);
  let portals: readonly ChildProcess[] = [];
  let begun = 0;
  const start = async (): Promise<void> => {
    begun = performance.now();
    portals = ports.map((port) =>
      spawn(process.execPath, [...MEMORY_PROBE, entry], {
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    );
    await Promise.all(portals.map((portal) => once(portal, 'message')));
  };
  const end = async (): Promise<void> => {
    await Promise.all(
      portals.map(async (portal) => {
        const over = once(portal, 'exit');
        portal.kill();
        await over;
      }),
    );
  };
  await start();
  return {
    url: proxy.url,
    dataDir: env['DATA_DIR'] ?? '',
    each: ports.map((port) => `http://127.0.0.1:${port}`),
    begun: () => begun,
    async restart() {
      await end();
      await start();
    },
    holds: () => answerOf<Holding>(portals[0], 'holds'),
    async spent() {
      const message = await Promise.all(portals.map((portal) => answerOf<Spent>(portal, 'spent')));
      return message.reduce((sum, { processor }) => sum + processor, 0);
    },
    spentByDatabase: () => spentByDatabase() * 1000,
    async close() {
      await end();
      await close();
    },
  };
}
