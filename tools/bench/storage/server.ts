import { availableParallelism } from 'node:os';
import { userIdAt } from '#tools/cluster/config.ts';
import type { MemoryUse } from '#tools/cluster/probe.ts';
import { type PortalCluster, startPortals } from '#tools/cluster/start.ts';
import { addCost, type Cost, type Costs, concurrently, noCost, noCosts, signInBatch } from './calls.ts';
import { Client, PUSH_POLL, sendPush, signIn } from './client.ts';

/** Call times without the cost of hashing, and memory, of one process on SQLite. */
export type ServerFigures = {
  readonly cores: number;
  /** One call at a time. */
  readonly sequential: Costs;
  /** Eight concurrent calls. */
  readonly concurrent: Costs;
  /** Milliseconds from the start of the process to its first answer, with new and with existing data. */
  readonly firstAnswer: { readonly fresh: number; readonly existing: number };
  readonly sessions: number;
  readonly pushes: number;
  readonly memory: { readonly empty: MemoryUse; readonly sessions: MemoryUse; readonly pushes: MemoryUse };
};

const PEOPLE = 1_000;
const SESSIONS = 10_000;
const WORKERS = 8;
const BATCHES = 20;
const WARM_UP = 5;

async function firstAnswer(portals: PortalCluster): Promise<number> {
  await new Client(portals.urls).call('', 'GET', '/login');
  return performance.now() - portals.startedAt();
}

async function costsOf(portals: PortalCluster, people: number, workers: number, batches: number) {
  const costs = noCosts();
  for (let batch = 0; batch < WARM_UP; batch += 1) await signInBatch(portals, people, workers, noCosts());
  for (let batch = 0; batch < batches; batch += 1) await signInBatch(portals, people, workers, costs);
  return costs;
}

/**
 * Measures the server.
 * @param fraction part of the full measurement; 1 takes some minutes
 */
export async function measureServer(fraction: number): Promise<ServerFigures> {
  const people = PEOPLE * fraction;
  const portals = await startPortals({ engine: 'sqlite', portals: 1, people });
  try {
    const fresh = await firstAnswer(portals);
    await portals.restart();
    const existing = await firstAnswer(portals);
    const { urls } = portals;
    const empty = await portals.memoryUse();
    const everybody = Array.from({ length: people }, (_, index) => userIdAt(index));
    const signIns = Array.from({ length: SESSIONS * fraction }, (_, index) => userIdAt(index % people));
    await concurrently(WORKERS, signIns, (userId) => signIn(new Client(urls), userId));
    const sessions = await portals.memoryUse();
    let cost = noCost();
    const record = (name: string, ms: number): void => void (name === PUSH_POLL && cost.times.push(ms));
    const polls: (() => Promise<void>)[] = [];
    await concurrently(WORKERS, everybody, async (userId) =>
      polls.push(await sendPush(urls, userId, record)),
    );
    const pushes = await portals.memoryUse();
    const measurePolls = async (workers: number): Promise<Cost> => {
      await concurrently(workers, polls, (poll) => poll());
      cost = noCost();
      await addCost(portals, cost, () => concurrently(workers, polls, (poll) => poll()));
      return cost;
    };
    const sequentialPolls = await measurePolls(1);
    const concurrentPolls = await measurePolls(WORKERS);
    const sequential = await costsOf(portals, people, 1, BATCHES * fraction);
    const concurrent = await costsOf(portals, people, WORKERS, BATCHES * fraction);
    return {
      cores: availableParallelism(),
      sequential: new Map([...sequential, [PUSH_POLL, sequentialPolls]]),
      concurrent: new Map([...concurrent, [PUSH_POLL, concurrentPolls]]),
      firstAnswer: { fresh, existing },
      sessions: signIns.length,
      pushes: people,
      memory: { empty, sessions, pushes },
    };
  } finally {
    await portals.close();
  }
}
