import { availableParallelism } from 'node:os';
import { userIdAt } from '#tools/cluster/config.ts';
import type { MemoryUse } from '#tools/cluster/probe.ts';
import { type PortalCluster, startPortals } from '#tools/cluster/start.ts';
import { addCost, type Cost, type Costs, concurrently, noCost, noCosts, signInBatch } from './calls.ts';
import { Client, PUSH_POLL, sendPush, signIn } from './client.ts';

/** Costs of calls with a cheap password hash, and the memory, of one process on SQLite. */
export type ServerFigures = {
  readonly cores: number;
  /** Costs of calls that are made one after the other. */
  readonly sequential: Costs;
  /** Costs of calls when eight calls are made at the same time. */
  readonly concurrent: Costs;
  /** Milliseconds from the start of the process to its first answer, with new and with existing data. */
  readonly firstAnswer: { readonly fresh: number; readonly existing: number };
  /** Number of sessions when `memory.sessions` was measured. */
  readonly sessions: number;
  /** Number of waiting pushes when `memory.pushes` was measured. */
  readonly pushes: number;
  /** Memory after the start, with sessions, and with sessions and waiting pushes. */
  readonly memory: { readonly empty: MemoryUse; readonly sessions: MemoryUse; readonly pushes: MemoryUse };
};

/** Number of accounts. */
const PEOPLE = 1_000;
const SESSIONS = 10_000;

/** Number of concurrent calls. */
const WORKERS = 8;

/** Number of measured batches of sign-ins. */
const BATCHES = 20;

/** Number of batches that are not measured, since V8 has not compiled the code yet. */
const WARM_UP_BATCHES = 5;

/** Milliseconds from the start of the portals to the first answer. */
async function measureFirstAnswer(portals: PortalCluster): Promise<number> {
  await new Client(portals.urls).call('', 'GET', '/login');
  return performance.now() - portals.startedAt();
}

/** Measures the calls of sign-ins by password. */
async function measureCalls(portals: PortalCluster, people: number, workers: number, batches: number) {
  const costs = noCosts();
  for (let batch = 0; batch < WARM_UP_BATCHES; batch += 1)
    await signInBatch(portals, people, workers, noCosts());
  for (let batch = 0; batch < batches; batch += 1) await signInBatch(portals, people, workers, costs);
  return costs;
}

/**
 * Measures one process on SQLite.
 * @param fraction fraction of the full measurement; 1 takes some minutes
 */
export async function measureServer(fraction: number): Promise<ServerFigures> {
  const people = PEOPLE * fraction;
  const portals = await startPortals({ engine: 'sqlite', portals: 1, people });
  try {
    const fresh = await measureFirstAnswer(portals);
    await portals.restart();
    const existing = await measureFirstAnswer(portals);
    const { urls } = portals;
    const empty = await portals.memoryUse();
    const userIds = Array.from({ length: people }, (_, index) => userIdAt(index));
    const signInUserIds = Array.from({ length: SESSIONS * fraction }, (_, index) => userIdAt(index % people));
    await concurrently(WORKERS, signInUserIds, (userId) => signIn(new Client(urls), userId));
    const sessions = await portals.memoryUse();
    let cost = noCost();
    const record = (name: string, ms: number): void => void (name === PUSH_POLL && cost.times.push(ms));
    const polls: (() => Promise<void>)[] = [];
    await concurrently(WORKERS, userIds, async (userId) => polls.push(await sendPush(urls, userId, record)));
    const pushes = await portals.memoryUse();
    const measurePolls = async (workers: number): Promise<Cost> => {
      await concurrently(workers, polls, (poll) => poll());
      cost = noCost();
      await addCost(portals, cost, () => concurrently(workers, polls, (poll) => poll()));
      return cost;
    };
    const sequentialPolls = await measurePolls(1);
    const concurrentPolls = await measurePolls(WORKERS);
    const sequential = await measureCalls(portals, people, 1, BATCHES * fraction);
    const concurrent = await measureCalls(portals, people, WORKERS, BATCHES * fraction);
    return {
      cores: availableParallelism(),
      sequential: new Map([...sequential, [PUSH_POLL, sequentialPolls]]),
      concurrent: new Map([...concurrent, [PUSH_POLL, concurrentPolls]]),
      firstAnswer: { fresh, existing },
      sessions: signInUserIds.length,
      pushes: people,
      memory: { empty, sessions, pushes },
    };
  } finally {
    await portals.close();
  }
}
