import { availableParallelism, loadavg } from 'node:os';
import { startPortals } from '#tools/cluster/start.ts';
import { atRate, concurrently } from './calls.ts';
import { KEYCLOAK_HASHES, startKeycloak } from './keycloak.ts';
import { SET_UPS, type SetUp } from './measure.ts';
import type { ProcessorMs, SignInServer } from './sign-in-server.ts';
import { timeRepeatedly } from './sizing.ts';
import { openServiceAgain, RetryLaterError, wholeSignIn } from './whole-sign-in.ts';

/** Sign-ins with as much concurrency as the server accepts. */
export type AtMaximum = {
  readonly perSecond: number;
  readonly times: readonly number[];
  readonly perSignIn: ProcessorMs & {
    /** Milliseconds of processor time of the load generator, which shares the cores. */
    readonly generator: number;
  };
};

/** Sign-ins at a fixed rate; milliseconds. */
export type AtRate = {
  /** Sign-ins begun per second. */
  readonly offered: number;
  /** Sign-ins completed per second. */
  readonly perSecond: number;
  readonly times: readonly number[];
  /** Times to the answer of a refused request. */
  readonly refused: readonly number[];
  readonly retryAfter: ReadonlySet<string>;
  /** Times for a signed-in person to open the service again. */
  readonly reopened: readonly number[];
  /** How often a signed-in person was refused. */
  readonly reopensRefused: number;
};

export type Capacity = {
  readonly name: string;
  readonly atMaximum: AtMaximum;
  /** The same with the cheapest password hash; null where it cannot be set. */
  readonly withoutHash: AtMaximum | null;
  /** The same as `reopened`, without other sign-ins. */
  readonly reopenedIdle: readonly number[];
  readonly belowMaximum: AtRate;
  readonly aboveMaximum: AtRate;
};

/** The measurements, with the load average of the machine in the minute before. */
export type CapacityRun = {
  readonly cores: number;
  readonly load: number;
  readonly measured: readonly Capacity[];
};

const PEOPLE = 200;
const WORKERS = 8;
/** Sign-ins for each process before it is measured: until then its code is being compiled. */
const WARM_UP = 1_000;
const SIGN_INS = 400;
const SECONDS = 15;
const IDLE_REOPENS = 100;

/** Share of the server's maximum rate. */
export const BELOW_MAXIMUM = 0.8;
const ABOVE_MAXIMUM = 2;

/**
 * Lets people sign in at a fixed rate, while a signed-in person opens the service repeatedly.
 * @param offered sign-ins begun per second
 * @param browsers numbers of the browsers
 */
export async function signInsAtRate(
  { signIn }: Pick<SignInServer, 'signIn'>,
  offered: number,
  browsers: readonly number[],
  enter: () => Promise<void>,
): Promise<AtRate> {
  const times: number[] = [];
  const refused: number[] = [];
  const retryAfter = new Set<string>();
  let isOver = false;
  const startedAt = performance.now();
  const signIns = atRate(offered, browsers.length, async (index) => {
    const from = performance.now();
    try {
      await signIn(browsers[index] ?? Number.NaN);
      times.push(performance.now() - from);
    } catch (error) {
      if (!(error instanceof RetryLaterError)) throw error;
      refused.push(error.milliseconds);
      retryAfter.add(error.retryAfter);
    }
  }).finally(() => {
    isOver = true;
  });
  let reopensRefused = 0;
  const reopen = () =>
    enter().catch((error: unknown) => {
      if (!(error instanceof RetryLaterError)) throw error;
      reopensRefused += 1;
    });
  const [reopened] = await Promise.all([timeRepeatedly(reopen, () => !isOver), signIns]);
  const perSecond = (times.length / (performance.now() - startedAt)) * 1000;
  return { offered, perSecond, times, refused, retryAfter, reopened, reopensRefused };
}

async function signInsAtOnce(server: SignInServer, browsers: readonly number[]): Promise<AtMaximum> {
  const count = browsers.length;
  const times: number[] = [];
  const before = await server.processorMs();
  const generatorBefore = process.cpuUsage();
  const startedAt = performance.now();
  await concurrently(WORKERS, browsers, async (browser) => {
    const from = performance.now();
    await server.signIn(browser);
    times.push(performance.now() - from);
  });
  const perSecond = (count / (performance.now() - startedAt)) * 1000;
  const { user, system } = process.cpuUsage(generatorBefore);
  const after = await server.processorMs();
  const perSignIn = {
    server: (after.server - before.server) / count,
    database: (after.database - before.database) / count,
    generator: (user + system) / 1000 / count,
  };
  return { perSecond, times, perSignIn };
}

/** Hands out the numbers of browsers, none of them twice. */
function newBrowsers(): (count: number) => readonly number[] {
  let next = 0;
  return (count) => {
    const first = next;
    next += Math.ceil(count);
    return Array.from({ length: next - first }, (_, index) => first + index);
  };
}

async function measureServer(server: SignInServer, processes: number, share: number) {
  const takeBrowsers = newBrowsers();
  await signInsAtOnce(server, takeBrowsers(WARM_UP * processes * share));
  const atMaximum = await signInsAtOnce(server, takeBrowsers(SIGN_INS * share));
  const [browser = Number.NaN] = takeBrowsers(1);
  const enter = await server.signedIn(browser);
  const reopenedIdle = await timeRepeatedly(enter, (done) => done < IDLE_REOPENS * share);
  const atShare = (part: number): Promise<AtRate> => {
    const offered = atMaximum.perSecond * part;
    return signInsAtRate(server, offered, takeBrowsers(offered * SECONDS * share), enter);
  };
  return {
    atMaximum: atMaximum,
    reopenedIdle,
    belowMaximum: await atShare(BELOW_MAXIMUM),
    aboveMaximum: await atShare(ABOVE_MAXIMUM),
  };
}

async function withPortals<Value>(
  { engine, portals }: SetUp,
  usesProductionHash: boolean,
  work: (server: SignInServer) => Promise<Value>,
): Promise<Value> {
  const running = await startPortals({
    engine,
    portals,
    people: PEOPLE,
    usesProductionHash,
    refusesNewVisitors: usesProductionHash,
  });
  try {
    return await work({
      signIn: (index) => wholeSignIn(running, PEOPLE, index),
      async signedIn(index) {
        const browser = await wholeSignIn(running, PEOPLE, index);
        return () => openServiceAgain(browser);
      },
      processorMs: async () => ({
        server: await running.processorMs(),
        database: running.databaseProcessorMs(),
      }),
    });
  } finally {
    await running.close();
  }
}

async function measureKeycloak(folder: string, share: number): Promise<readonly Capacity[]> {
  const measured: Capacity[] = [];
  for (const [name, hash] of KEYCLOAK_HASHES) {
    const server = await startKeycloak(folder, PEOPLE, hash);
    try {
      measured.push({ name, ...(await measureServer(server, 1, share)), withoutHash: null });
    } finally {
      await server.close();
    }
  }
  return measured;
}

async function withoutHash(server: SignInServer, processes: number, share: number): Promise<AtMaximum> {
  const takeBrowsers = newBrowsers();
  await signInsAtOnce(server, takeBrowsers(WARM_UP * processes * share));
  return signInsAtOnce(server, takeBrowsers(SIGN_INS * share));
}

/**
 * Measures whole sign-ins on each set-up in turn: at its maximum rate, below it, and at twice the rate.
 * @param share part of the full measurement; 1 takes minutes
 * @param keycloak folder of an unpacked Keycloak 26 to measure, too; null for none
 */
export async function measureCapacity(share: number, keycloak: string | null): Promise<CapacityRun> {
  const [load = Number.NaN] = loadavg();
  const measured: Capacity[] = [];
  for (const setUp of SET_UPS) {
    const withHash = await withPortals(setUp, true, (server) => measureServer(server, setUp.portals, share));
    const withoutHashing = await withPortals(setUp, false, (server) =>
      withoutHash(server, setUp.portals, share),
    );
    measured.push({ name: setUp.name, ...withHash, withoutHash: withoutHashing });
  }
  if (keycloak !== null) measured.push(...(await measureKeycloak(keycloak, share)));
  return { cores: availableParallelism(), load, measured };
}
