import { setTimeout } from 'node:timers/promises';
import { userIdAt } from '#tools/cluster/config.ts';
import type { PortalCluster } from '#tools/cluster/start.ts';
import { CALLS, Client, makeCall, startPasswordSignIn } from './client.ts';

/** The accumulated cost of a kind of call. */
export type Cost = {
  /** Milliseconds of each call. */
  readonly times: number[];
  /** Milliseconds of processor time of all portals. */
  processor: number;
  /** Total duration of the measured batches of calls, in seconds. */
  seconds: number;
};

/** Costs by name of the call. */
export type Costs = ReadonlyMap<string, Cost>;

export const noCost = (): Cost => ({ times: [], processor: 0, seconds: 0 });

export const noCosts = (): Costs => new Map(CALLS.map((call) => [call, noCost()]));

/** Does some work, and adds its duration and processor time to a cost. */
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

/** Processes the items of a list with a number of concurrent workers. */
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

/** Starts some work repeatedly at a fixed rate, without waiting for earlier work; resolves when all work is done. */
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

/** Number of sign-ins in a batch. */
const BATCH_SIZE = 20;

/**
 * Makes a batch of sign-ins: the first call of all sign-ins, then the second call of all sign-ins, and so on, so that
 * the processor time of each call can be measured.
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
  const signIns = Array.from({ length: BATCH_SIZE }, (_, index) =>
    startPasswordSignIn(new Client(portals.urls, record), userIdAt(index % people)),
  );
  for (const call of CALLS) {
    await addCost(portals, costs.get(call) ?? noCost(), () =>
      concurrently(workers, signIns, (progress) => makeCall(call, progress)),
    );
  }
}
