import { personNamed } from '#tools/cluster/config.ts';
import { type PortalCluster, startPortals } from '#tools/cluster/start.ts';
import { atRate } from './calls.ts';
import { Client, LOOK, type Note, signIn, waitingPush } from './client.ts';

/** The measurements of one set-up; times in milliseconds. */
export type Measured = {
  readonly name: string;
  readonly calls: ReadonlyMap<string, readonly number[]>;
  /** Times of the polls of pushes, by called process. */
  readonly looks: readonly (readonly number[])[];
  readonly signInsPerSecond: { readonly withoutHash: number; readonly withHash: number };
};

/** The set-ups: database and number of processes. */
export const SET_UPS = [
  { name: 'SQLite', engine: 'sqlite', portals: 1 },
  { name: 'PostgreSQL, one process', engine: 'postgres', portals: 1 },
  { name: 'PostgreSQL, two processes', engine: 'postgres', portals: 2 },
] as const;

const WAITING = 1_000;
const SIGN_INS = 400;
const ROUNDS = 8;
const LINES = 8;
const POLLED_SECONDS = 10;

/** Sign-ins per second of several concurrent people. */
async function rate({ each }: PortalCluster, times: number): Promise<number> {
  const begun = performance.now();
  let left = times;
  const line = async (number: number): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await signIn(new Client(each), personNamed(number));
    }
  };
  await Promise.all(Array.from({ length: LINES }, (_, number) => line(number)));
  return (times / (performance.now() - begun)) * 1000;
}

/** Everybody polls once a second at different moments, without waiting for the last answer. */
const poll = (looks: readonly (() => Promise<void>)[], seconds: number): Promise<void> =>
  atRate(looks.length, looks.length * seconds, async (index) => looks[index % looks.length]?.());

export type SetUp = (typeof SET_UPS)[number];

/** Starts portals with a cost of hashing, and measures their rate. */
async function rateWith(
  { engine, portals }: SetUp,
  usesProductionHash: boolean,
  times: number,
): Promise<number> {
  const running = await startPortals({ engine, portals, people: LINES, usesProductionHash });
  try {
    await rate(running, LINES);
    return await rate(running, times);
  } finally {
    await running.close();
  }
}

/**
 * Measures all set-ups, in turn in each round.
 * @param share part of the full measurement; 1 takes minutes
 */
export async function measureSetUps(share: number): Promise<readonly Measured[]> {
  const waiting = WAITING * share;
  const running = [];
  for (const setUp of SET_UPS) {
    const calls = new Map<string, number[]>();
    const looks: number[][] = Array.from({ length: setUp.portals }, () => []);
    const note: Note = (name, milliseconds, index) => {
      if (name === LOOK) looks[index]?.push(milliseconds);
      if (name !== '') calls.set(name, [...(calls.get(name) ?? []), milliseconds]);
    };
    running.push({ setUp, calls, looks, note, portals: await startPortals({ ...setUp, people: waiting }) });
  }
  for (const { portals, note } of running) {
    const looks: (() => Promise<void>)[] = [];
    for (let person = 0; person < waiting; person += 1) {
      looks.push(await waitingPush(portals.each, personNamed(person), note, person));
    }
    await poll(looks, Math.ceil(POLLED_SECONDS * share));
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { portals, note } of running) {
      for (let done = 0; done < (SIGN_INS * share) / ROUNDS; done += 1) {
        await signIn(new Client(portals.each, note), personNamed(done));
      }
    }
  }
  for (const { portals } of running) await portals.close();
  const measured: Measured[] = [];
  for (const { setUp, calls, looks } of running) {
    const withoutHash = await rateWith(setUp, false, SIGN_INS * share);
    const withHash = await rateWith(setUp, true, (SIGN_INS * share) / 4);
    measured.push({ name: setUp.name, calls, looks, signInsPerSecond: { withoutHash, withHash } });
  }
  return measured;
}
