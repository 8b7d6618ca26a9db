import { availableParallelism } from 'node:os';
import { personNamed } from '#tools/cluster/config.ts';
import type { Holding } from '#tools/cluster/probe.ts';
import { type PortalCluster, startPortals } from '#tools/cluster/start.ts';
import { type Cost, type Costs, charge, concurrently, noCost, noCosts, signInBatch } from './calls.ts';
import { Client, LOOK, signIn, waitingPush } from './client.ts';

/** Call times without the cost of hashing, and memory, of one process on SQLite. */
export type ServerFigures = {
  readonly cores: number;
  /** One call at a time. */
  readonly alone: Costs;
  /** Eight concurrent calls. */
  readonly crowded: Costs;
  /** Milliseconds from the start of the process to its first answer, with new and with existing data. */
  readonly firstAnswer: { readonly fresh: number; readonly again: number };
  readonly sessions: number;
  readonly pushes: number;
  readonly held: { readonly empty: Holding; readonly sessions: Holding; readonly pushes: Holding };
};

const PEOPLE = 1_000;
const SESSIONS = 10_000;
const LINES = 8;
const BATCHES = 20;
const WARM_UP = 5;

async function firstAnswer(portals: PortalCluster): Promise<number> {
  await new Client(portals.each).ask('', 'GET', '/login');
  return performance.now() - portals.begun();
}

async function costsOf(portals: PortalCluster, people: number, lines: number, batches: number) {
  const costs = noCosts();
  for (let batch = 0; batch < WARM_UP; batch += 1) await signInBatch(portals, people, lines, noCosts());
  for (let batch = 0; batch < batches; batch += 1) await signInBatch(portals, people, lines, costs);
  return costs;
}

/**
 * Measures the server.
 * @param share part of the full measurement; 1 takes some minutes
 */
export async function measureServer(share: number): Promise<ServerFigures> {
  const people = PEOPLE * share;
  const portals = await startPortals({ engine: 'sqlite', portals: 1, people });
  try {
    const fresh = await firstAnswer(portals);
    await portals.restart();
    const again = await firstAnswer(portals);
    const { each } = portals;
    const empty = await portals.holds();
    const everybody = Array.from({ length: people }, (_, index) => personNamed(index));
    const visits = Array.from({ length: SESSIONS * share }, (_, index) => personNamed(index % people));
    await concurrently(LINES, visits, (userId) => signIn(new Client(each), userId));
    const sessions = await portals.holds();
    let cost = noCost();
    const note = (name: string, ms: number): void => void (name === LOOK && cost.times.push(ms));
    const looks: (() => Promise<void>)[] = [];
    await concurrently(LINES, everybody, async (userId) => looks.push(await waitingPush(each, userId, note)));
    const pushes = await portals.holds();
    const looked = async (lines: number): Promise<Cost> => {
      await concurrently(lines, looks, (look) => look());
      cost = noCost();
      await charge(portals, cost, () => concurrently(lines, looks, (look) => look()));
      return cost;
    };
    const lookedAlone = await looked(1);
    const lookedCrowded = await looked(LINES);
    const alone = await costsOf(portals, people, 1, BATCHES * share);
    const crowded = await costsOf(portals, people, LINES, BATCHES * share);
    return {
      cores: availableParallelism(),
      alone: new Map([...alone, [LOOK, lookedAlone]]),
      crowded: new Map([...crowded, [LOOK, lookedCrowded]]),
      firstAnswer: { fresh, again },
      sessions: visits.length,
      pushes: people,
      held: { empty, sessions, pushes },
    };
  } finally {
    await portals.close();
  }
}
