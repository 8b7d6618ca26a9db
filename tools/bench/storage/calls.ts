import { setTimeout } from 'node:timers/promises';
import { userIdAt } from '#tools/cluster/config.ts';
import type { PortalCluster } from '#tools/cluster/start.ts';
import { CALLS, Client, makeCall, passwordSignIn } from './client.ts';

/** Accumulated cost of a call. */
export type Cost = {
  /** Milliseconds of each call. */
  readonly times: number[];
  /** Milliseconds of processor time of all portals. */
  processor: number;
  /** Sum of the durations of all batches, in seconds. */
  seconds: number;
};

export type Costs = ReadonlyMap<string, Cost>;

export const noCost = (): Cost => ({ times: [], processor: 0, seconds: 0 });

export const noCosts = (): Costs => new Map(CALLS.map((call) => [call, noCost()]));

/** Adds duration and processor time of some work to a cost. */
export async function addCost(
  portals: PortalCluster,
  cost: Cost,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await portals.processorMs();
  const startedAt = performance.now();
  await work();
  cost.seconds += (performance.now() - startedAt) / 1000;
  cost.processor += (await portals.processorMs()) - before;
}

/** Processes a list with a number of concurrent workers. */
export async function concurrently<Item>(
  workers: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const remaining = items.values();
  const worker = async (): Promise<void> => {
    for (const item of remaining) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

/** Begins work at a fixed rate, without waiting for earlier work; resolves when all is done. */
export async function repeatAtRate(
  perSecond: number,
  times: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: times }, async (_, index) => {
      await setTimeout((index * 1000) / perSecond);
      await work(index);
    }),
  );
}

/** Sign-ins of one batch; processor time is measured around each call of a batch. */
const BATCH = 20;

/**
 * Lets a batch of people sign in: all of them make the first call, then all the second, and so on.
 * @param people number of accounts
 * @param workers number of concurrent calls
 */
export async function signInBatch(
  portals: PortalCluster,
  people: number,
  workers: number,
  costs: Costs,
): Promise<void> {
  const record = (call: string, ms: number): void => void costs.get(call)?.times.push(ms);
  const signIns = Array.from({ length: BATCH }, (_, index) =>
    passwordSignIn(new Client(portals.urls, record), userIdAt(index % people)),
  );
  for (const call of CALLS) {
    await addCost(portals, costs.get(call) ?? noCost(), () =>
      concurrently(workers, signIns, (person) => makeCall(call, person)),
    );
  }
}
