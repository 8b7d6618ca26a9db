import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MemoryUse } from '#tools/cluster/probe.ts';
import { type ClusterSetup, setUpCluster } from '#tools/cluster/setup.ts';
import type { KillOrder } from './cluster/kill-switch.ts';

/** Two portals in production mode, each in its own process, on one PostgreSQL behind a balancer. */
export type Cluster = {
  /** Their address for people and services. */
  readonly url: string;
  readonly databaseUrl: string;
  /** The text of the last SMS to a number. */
  readonly lastSmsTo: (number: string) => string;
  /** Kills (SIGKILL) the portal of the next request; it is restarted. */
  killNext(): Promise<void>;
  /** The same in the middle of the next request. */
  killWithin(order: KillOrder): Promise<void>;
  /** Resolves when both portals are ready. */
  waitUntilReady(): Promise<void>;
  /** Restarts one portal after the other, as an operator does. */
  rollOver(): Promise<void>;
  /** Restarts one portal, by its number from 0 on. */
  restart(portal: number): Promise<void>;
  /** The memory use of a portal that was started with the probe. */
  memoryUse(portal: number): Promise<MemoryUse>;
  close(): Promise<void>;
};

const receiveMessage = (child: ChildProcess, expected: string): Promise<void> =>
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

/** One portal: when its process is killed, another one starts at the same port. */
function startPortal(port: number, { entry, env }: ClusterSetup, nodeOptions: readonly string[]) {
  let child: ChildProcess;
  let ready: Promise<void>;
  const start = (): void => {
    child = spawn(process.execPath, [...nodeOptions, entry], {
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    ready = receiveMessage(child, 'ready');
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
    async killWithin(order: KillOrder): Promise<void> {
      const armed = receiveMessage(child, 'armed');
      const exit = once(child, 'exit');
      child.send(order);
      await armed;
      ready = exit.then(() => {
        start();
        return ready;
      });
    },
    async query<Answer>(question: string): Promise<Answer> {
      const received = once(child, 'message');
      child.send(question);
      const [answer] = await received;
      return answer;
    },
    async restart(): Promise<void> {
      await end('SIGTERM');
      start();
      await ready;
    },
    end: () => end('SIGTERM'),
  };
}

/** How many people have an account. */
export const PEOPLE = 24;

const preload = (name: string): readonly string[] => ['--import', join(import.meta.dirname, 'cluster', name)];

/** Node's options by which a portal can be killed in the middle of a request. */
const KILL_SWITCH = preload('kill-switch.ts');

/**
 * Starts a cluster.
 * @param options.nodeOptions Node's options for each portal
 */
export async function startCluster({ people = PEOPLE, nodeOptions = KILL_SWITCH } = {}): Promise<Cluster> {
  const setup = await setUpCluster({ portals: 2, people });
  const { balancer, gateway, env } = setup;
  const nodes = setup.ports.map((port) => startPortal(port, setup, nodeOptions));
  const waitUntilReady = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.waitUntilReady()));
  };
  const nodeOf = (portal: number) => nodes[portal] as (typeof nodes)[number];
  const nextNode = () => nodeOf(balancer.nextIndex());
  const close = async (): Promise<void> => {
    await Promise.allSettled(nodes.map((node) => node.end()));
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
    async killNext() {
      await waitUntilReady();
      await nextNode().kill();
    },
    async killWithin(order) {
      await waitUntilReady();
      await nextNode().killWithin(order);
    },
    async rollOver() {
      await waitUntilReady();
      for (const node of nodes) await node.restart();
    },
    restart: (portal) => nodeOf(portal).restart(),
    memoryUse: (portal) => nodeOf(portal).query<MemoryUse>('memory'),
    async close() {
      await waitUntilReady();
      await close();
    },
  };
}
