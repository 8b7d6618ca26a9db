import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MemoryUse, ProcessorTime } from './probe.ts';
import { type ClusterOptions, setUpCluster } from './setup.ts';

/** Command-line options of Node.js for a portal that reports its memory and processor time. */
export const PROBE_OPTIONS: readonly string[] = [
  '--expose-gc',
  '--import',
  join(import.meta.dirname, 'probe.ts'),
];

/** Running portals in production mode behind a balancer. */
export type PortalCluster = {
  /** Address of the balancer. */
  readonly url: string;
  /** Data folder of the portals. */
  readonly dataDir: string;
  /** Addresses of the portals, for requests that bypass the balancer. */
  readonly urls: readonly string[];
  /** The time of the last start of the portals, as of `performance.now()`. */
  readonly startedAt: () => number;
  /** Restarts the portals on the same data. */
  restart(): Promise<void>;
  /** The memory of the first portal. */
  memoryUse(): Promise<MemoryUse>;
  /** Milliseconds of processor time of all portals since their start. */
  processorMs(): Promise<number>;
  /** Milliseconds of processor time of the PostgreSQL server (Linux only); 0 on SQLite. */
  databaseProcessorMs(): number;
  close(): Promise<void>;
};

/** Sends a message to a portal with the probe (`probe.ts`), and returns the answer. */
async function askProbe<Answer>(
  portal: ChildProcess | undefined,
  request: 'memory' | 'processor',
): Promise<Answer> {
  if (!portal) throw new TypeError('No portal is running');
  const message = once(portal, 'message');
  portal.send(request);
  const [answer] = await message;
  return answer;
}

/** Starts portals, each as a separate process. */
export async function startPortals(options: ClusterOptions): Promise<PortalCluster> {
  const { balancer, ports, entry, env, databaseProcessorSeconds, close } = await setUpCluster(options);
  let portals: readonly ChildProcess[] = [];
  let startedAt = 0;
  const start = async (): Promise<void> => {
    startedAt = performance.now();
    portals = ports.map((port) =>
      spawn(process.execPath, [...PROBE_OPTIONS, entry], {
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    );
    await Promise.all(portals.map((portal) => once(portal, 'message')));
  };
  const stop = async (): Promise<void> => {
    await Promise.all(
      portals.map(async (portal) => {
        const exited = once(portal, 'exit');
        portal.kill();
        await exited;
      }),
    );
  };
  await start();
  return {
    url: balancer.url,
    dataDir: env['DATA_DIR'] ?? '',
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    startedAt: () => startedAt,
    async restart() {
      await stop();
      await start();
    },
    memoryUse: () => askProbe<MemoryUse>(portals[0], 'memory'),
    async processorMs() {
      const answers = await Promise.all(
        portals.map((portal) => askProbe<ProcessorTime>(portal, 'processor')),
      );
      return answers.reduce((sum, { processor }) => sum + processor, 0);
    },
    databaseProcessorMs: () => databaseProcessorSeconds() * 1000,
    async close() {
      await stop();
      await close();
    },
  };
}
