import { userIdAt } from '#tools/cluster/config.ts';
import { type PortalCluster, startPortals } from '#tools/cluster/start.ts';
import { repeatAtRate } from './calls.ts';
import { Client, PUSH_POLL, type RecordTime, sendPush, signIn } from './client.ts';

/** The measurements of one set-up. Times are in milliseconds. */
export type SetUpResult = {
  readonly name: string;
  /** Times of the calls, by name of the call. */
  readonly calls: ReadonlyMap<string, readonly number[]>;
  /** For each process: times of the polls of pushes. */
  readonly polls: readonly (readonly number[])[];
  readonly signInsPerSecond: { readonly withoutHash: number; readonly withHash: number };
};

/** The measured combinations of database and number of processes. */
export const SET_UPS = [
  { name: 'SQLite', engine: 'sqlite', portals: 1 },
  { name: 'PostgreSQL, one process', engine: 'postgres', portals: 1 },
  { name: 'PostgreSQL, two processes', engine: 'postgres', portals: 2 },
] as const;

/** Number of pushes that are polled at the same time. */
const WAITING_PUSHES = 1_000;

/** Number of measured sign-ins of each set-up. */
const SIGN_INS = 400;

/** Number of rounds into which the sign-ins are divided. */
const ROUNDS = 8;

/** Number of people who sign in at the same time. */
const WORKERS = 8;
const POLLED_SECONDS = 10;

/** Measures sign-ins per second, with several people at the same time. */
async function measureRate({ urls }: PortalCluster, times: number): Promise<number> {
  const startedAt = performance.now();
  let remaining = times;
  const worker = async (number: number): Promise<void> => {
    while (remaining > 0) {
      remaining -= 1;
      await signIn(new Client(urls), userIdAt(number));
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)));
  return (times / (performance.now() - startedAt)) * 1000;
}

/** Polls each push once a second, at different moments, without waiting for the previous answer. */
const pollAll = (polls: readonly (() => Promise<void>)[], seconds: number): Promise<void> =>
  repeatAtRate(polls.length, polls.length * seconds, async (index) => polls[index % polls.length]?.());

export type SetUp = (typeof SET_UPS)[number];

/** Starts the portals of a set-up, and measures sign-ins per second. */
async function startAndMeasureRate(
  { engine, portals }: SetUp,
  usesProductionHash: boolean,
  times: number,
): Promise<number> {
  const running = await startPortals({ engine, portals, people: WORKERS, usesProductionHash });
  try {
    await measureRate(running, WORKERS);
    return await measureRate(running, times);
  } finally {
    await running.close();
  }
}

/**
 * Measures all set-ups. In each round the set-ups take turns.
 * @param fraction fraction of the full measurement; 1 takes minutes
 */
export async function measureSetUps(fraction: number): Promise<readonly SetUpResult[]> {
  const waitingPushes = WAITING_PUSHES * fraction;
  const running = [];
  for (const setUp of SET_UPS) {
    const calls = new Map<string, number[]>();
    const polls: number[][] = Array.from({ length: setUp.portals }, () => []);
    const record: RecordTime = (name, milliseconds, index) => {
      if (name === PUSH_POLL) polls[index]?.push(milliseconds);
      if (name !== '') calls.set(name, [...(calls.get(name) ?? []), milliseconds]);
    };
    running.push({
      setUp,
      calls,
      polls,
      record,
      portals: await startPortals({ ...setUp, people: waitingPushes }),
    });
  }
  for (const { portals, record } of running) {
    const polls: (() => Promise<void>)[] = [];
    for (let person = 0; person < waitingPushes; person += 1) {
      polls.push(await sendPush(portals.urls, userIdAt(person), record, person));
    }
    await pollAll(polls, Math.ceil(POLLED_SECONDS * fraction));
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { portals, record } of running) {
      for (let done = 0; done < (SIGN_INS * fraction) / ROUNDS; done += 1) {
        await signIn(new Client(portals.urls, record), userIdAt(done));
      }
    }
  }
  for (const { portals } of running) await portals.close();
  const results: SetUpResult[] = [];
  for (const { setUp, calls, polls } of running) {
    const withoutHash = await startAndMeasureRate(setUp, false, SIGN_INS * fraction);
    const withHash = await startAndMeasureRate(setUp, true, (SIGN_INS * fraction) / 4);
    results.push({ name: setUp.name, calls, polls, signInsPerSecond: { withoutHash, withHash } });
  }
  return results;
}
