import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MemoryUse } from '#tools/cluster/probe.ts';
import { type ClusterSetup, setUpCluster } from '#tools/cluster/setup.ts';
import type { KillOrder } from './cluster/kill-switch.ts';

/** Two portals in production mode, each in its own process, on one PostgreSQL behind a balancer. */
export type Cluster = {
  /** The address of the balancer, which people and services use. */
  readonly url: string;
  readonly databaseUrl: string;
  /** The text of the last SMS to a number. */
  readonly lastSmsTo: (number: string) => string;
  /** Kills (SIGKILL) the portal to which the balancer will send the next request, and starts it again. */
  killNextPortal(): Promise<void>;
  /** Lets the portal of the next request kill itself in the middle of that request, and starts it again. */
  killDuringRequest(order: KillOrder): Promise<void>;
  /** Resolves when both portals are ready. */
  waitUntilReady(): Promise<void>;
  /** Restarts one portal after the other, as an operator does. */
  rollOver(): Promise<void>;
  /** Restarts the portal with this index. */
  restart(portalIndex: number): Promise<void>;
  /** The memory use of a portal that was started with `tools/cluster/probe.ts`. */
  memoryUse(portalIndex: number): Promise<MemoryUse>;
  close(): Promise<void>;
};

/** Waits until the process of a portal sends the expected message. */
const waitForMessage = (child: ChildProcess, expected: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += String(chunk);
    });
    const listen = (message: unknown): void => {
      if (message !== expected) return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
    child.once('exit', () => reject(new Error(`A portal has ended: ${errors}`)));
  });

/** Starts a portal. After a kill a new process starts at the same port. */
function startPortal(port: number, { entry, env }: ClusterSetup, nodeOptions: readonly string[]) {
  let child: ChildProcess;
  let ready: Promise<void>;
  const start = (): void => {
    child = spawn(process.execPath, [...nodeOptions, entry], {
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    ready = waitForMessage(child, 'ready');
    ready.catch(() => undefined);
  };
  start();
  process.once('exit', () => child.kill());
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  return {
    waitUntilReady: () => ready,
    async kill(): Promise<void> {
      await end('SIGKILL');
      start();
    },
    async killDuringRequest(order: KillOrder): Promise<void> {
      const orderReceived = waitForMessage(child, 'order received');
      const exit = once(child, 'exit');
      child.send(order);
      await orderReceived;
      ready = exit.then(() => {
        start();
        return ready;
      });
    },
    /** Sends a message to the process, and returns its reply. */
    async query<Reply>(message: string): Promise<Reply> {
      const received = once(child, 'message');
      child.send(message);
      const [reply] = await received;
      return reply;
    },
    async restart(): Promise<void> {
      await end('SIGTERM');
      start();
      await ready;
    },
    end: () => end('SIGTERM'),
  };
}

/** The number of people who have an account. */
export const PEOPLE_COUNT = 24;

/** The Node options that load a module of the folder `cluster` before the portal. */
const preloadOptions = (name: string): readonly string[] => [
  '--import',
  join(import.meta.dirname, 'cluster', name),
];

/** The Node options of a portal that can kill itself in the middle of a request. */
const KILL_SWITCH_OPTIONS = preloadOptions('kill-switch.ts');

/**
 * Starts a cluster.
 * @param options.people the number of people who have an account
 * @param options.nodeOptions the Node options of each portal
 */
export async function startCluster({
  people = PEOPLE_COUNT,
  nodeOptions = KILL_SWITCH_OPTIONS,
} = {}): Promise<Cluster> {
  const setup = await setUpCluster({ portals: 2, people });
  const { balancer, gateway, env } = setup;
  const portals = setup.ports.map((port) => startPortal(port, setup, nodeOptions));
  const waitUntilReady = async (): Promise<void> => {
    await Promise.all(portals.map((each) => each.waitUntilReady()));
  };
  const portalAt = (portalIndex: number) => portals[portalIndex] as (typeof portals)[number];
  const nextPortal = () => portalAt(balancer.nextIndex());
  const close = async (): Promise<void> => {
    await Promise.allSettled(portals.map((each) => each.end()));
    await setup.close();
  };
  await waitUntilReady().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url: balancer.url,
    databaseUrl: env['DATABASE_URL'] ?? '',
    lastSmsTo: gateway.lastSmsTo,
    waitUntilReady,
    async killNextPortal() {
      await waitUntilReady();
      await nextPortal().kill();
    },
    async killDuringRequest(order) {
      await waitUntilReady();
      await nextPortal().killDuringRequest(order);
    },
    async rollOver() {
      await waitUntilReady();
      for (const each of portals) await each.restart();
    },
    restart: (portalIndex) => portalAt(portalIndex).restart(),
    memoryUse: (portalIndex) => portalAt(portalIndex).query<MemoryUse>('memory'),
    async close() {
      await waitUntilReady();
      await close();
    },
  };
}
