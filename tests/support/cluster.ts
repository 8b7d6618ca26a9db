import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MemoryUse } from '#tools/cluster/probe.ts';
import { type ClusterSetup, setUpCluster } from '#tools/cluster/setup.ts';
import type { KillOrder } from './cluster/kill-switch.ts';

/** Two portals in production, each a process of its own, on one PostgreSQL behind a balancer. */
export type Cluster = {
  /** Their address for people and services. */
  readonly url: string;
  readonly databaseUrl: string;
  /** The last SMS to a number. */
  readonly lastTo: (number: string) => string;
  /** Kills (SIGKILL) the portal of the next request; it is restarted. */
  killNext(): Promise<void>;
  /** The same in the middle of the next request. */
  killWithin(order: KillOrder): Promise<void>;
  /** Resolves when both are there. */
  whole(): Promise<void>;
  /** Restarts one portal after the other, as an operator does. */
  rollOver(): Promise<void>;
  /** Restarts one of them, by its place from 0 on. */
  restart(place: number): Promise<void>;
  /** Queries a portal that was started with the probe. */
  holds(place: number): Promise<MemoryUse>;
  close(): Promise<void>;
};

const said = (child: ChildProcess, word: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += String(chunk);
    });
    const listen = (message: unknown): void => {
      if (message !== word) return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
    child.once('exit', () => reject(new Error(`A portal has ended: ${errors}`)));
  });

/** One portal: when its process is killed, another one starts at the same port. */
function placeOf(port: number, { entry, env }: ClusterSetup, node: readonly string[]) {
  let child: ChildProcess;
  let ready: Promise<void>;
  const start = (): void => {
    child = spawn(process.execPath, [...node, entry], {
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    ready = said(child, 'ready');
    ready.catch(() => undefined);
  };
  start();
  process.once('exit', () => child.kill());
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null) return;
    const over = once(child, 'exit');
    child.kill(signal);
    await over;
  };
  return {
    isReady: () => ready,
    async kill(): Promise<void> {
      await end('SIGKILL');
      start();
    },
    async killWithin(order: KillOrder): Promise<void> {
      const armed = said(child, 'armed');
      const over = once(child, 'exit');
      child.send(order);
      await armed;
      ready = over.then(() => {
        start();
        return ready;
      });
    },
    async hears<Answer>(question: string): Promise<Answer> {
      const printed = once(child, 'message');
      child.send(question);
      const [answer] = await printed;
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

/** What the portals are started with, so that they can be killed in the middle of a request. */
const KILL_SWITCH = preload('kill-switch.ts');

/**
 * Starts a cluster.
 * @param options.node what Node is told for each portal
 */
export async function startCluster({ people = PEOPLE, node = KILL_SWITCH } = {}): Promise<Cluster> {
  const stage = await setUpCluster({ portals: 2, people });
  const { proxy, gateway, env } = stage;
  const places = stage.ports.map((port) => placeOf(port, stage, node));
  const whole = async (): Promise<void> => {
    await Promise.all(places.map((place) => place.isReady()));
  };
  const at = (place: number) => places[place] as (typeof places)[number];
  const next = () => at(proxy.next());
  const close = async (): Promise<void> => {
    await Promise.allSettled(places.map((place) => place.end()));
    await stage.close();
  };
  await whole().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url: proxy.url,
    databaseUrl: env['DATABASE_URL'] ?? '',
    lastTo: gateway.lastTo,
    whole,
    async killNext() {
      await whole();
      await next().kill();
    },
    async killWithin(order) {
      await whole();
      await next().killWithin(order);
    },
    async rollOver() {
      await whole();
      for (const place of places) await place.restart();
    },
    restart: (place) => at(place).restart(),
    holds: (place) => at(place).hears<MemoryUse>('memory'),
    async close() {
      await whole();
      await close();
    },
  };
}
