import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MemoryUse, ProcessorTime } from './probe.ts';
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
  readonly urls: readonly string[];
  /** When they were started, by the clock of `performance`. */
  readonly startedAt: () => number;
  /** Restarts them on the same data. */
  restart(): Promise<void>;
  /** The memory of the first portal. */
  memoryUse(): Promise<MemoryUse>;
  /** Milliseconds of processor time of all portals since their start. */
  processorMs(): Promise<number>;
  /** Milliseconds of processor time of their PostgreSQL, on Linux; 0 without one. */
  databaseProcessorMs(): number;
  close(): Promise<void>;
};

async function answerOf<Answer>(
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
  const {
    proxy,
    ports,
    entry,
    env,
    databaseProcessorSeconds: databaseProcessorMs,
    close,
  } = await setUpCluster(options);
  let portals: readonly ChildProcess[] = [];
  let startedAt = 0;
  const start = async (): Promise<void> => {
    startedAt = performance.now();
    portals = ports.map((port) =>
      spawn(process.execPath, [...MEMORY_PROBE, entry], {
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
    url: proxy.url,
    dataDir: env['DATA_DIR'] ?? '',
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    startedAt: () => startedAt,
    async restart() {
      await stop();
      await start();
    },
    memoryUse: () => answerOf<MemoryUse>(portals[0], 'memory'),
    async processorMs() {
      const message = await Promise.all(
        portals.map((portal) => answerOf<ProcessorTime>(portal, 'processor')),
      );
      return message.reduce((sum, { processor }) => sum + processor, 0);
    },
    databaseProcessorMs: () => databaseProcessorMs() * 1000,
    async close() {
      await stop();
      await close();
    },
  };
}
