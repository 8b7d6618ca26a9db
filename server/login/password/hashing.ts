import { availableParallelism } from 'node:os';
import { currentRequest } from '#server/operations/request.ts';

/** The hashing queue is full; trying again later may succeed. */
export class HashingBusyError extends Error {
  override readonly name = 'HashingBusyError';

  constructor() {
    super('Too many hashes are waiting');
  }
}

/** The state of the queue, for the metrics. */
type HashingState = {
  readonly running: number;
  readonly waiting: number;
  /** Refused since the process began. */
  readonly refused: number;
};

/**
 * A queue for password hashing, which occupies a core for about 10 ms. Known browsers come before unknown
 * ones (rule 243); within each group, addresses take turns, so that one with many waiting calls delays no other.
 */
export type HashingQueue = {
  /**
   * Runs `hash` when it is its turn.
   * @throws HashingBusyError when too many wait already
   */
  run<Value>(hash: () => Promise<Value>): Promise<Value>;
  /**
   * Checks, before a guess is counted, whether a hash may wait.
   * @throws HashingBusyError when too many wait already
   */
  refuseWhenFull(): Promise<void>;
  /** Whether all places are taken. */
  isBusy(): boolean;
  state(): HashingState;
};

/** Waiting calls by address; the address whose turn is next comes first. */
function turnsByAddress() {
  const waiting = new Map<string, (() => void)[]>();
  let count = 0;
  return {
    count: () => count,
    has: (address: string): boolean => waiting.has(address),
    add(address: string, start: () => void): void {
      count += 1;
      waiting.set(address, [...(waiting.get(address) ?? []), start]);
    },
    next(): (() => void) | undefined {
      const [first] = waiting;
      if (!first) return undefined;
      const [key, [start, ...rest]] = first;
      waiting.delete(key);
      if (rest.length > 0) waiting.set(key, rest);
      count -= 1;
      return start;
    },
  };
}

/** Number of hashes whose median duration decides how many may wait. */
const SAMPLE_SIZE = 15;

/** Fraction of the places that remain when hashes are slow. */
const MIN_FRACTION = 1 / 4;

/**
 * @param maxRunning hashes that run at the same time
 * @param maxWaiting hashes that may wait; a call of an address without a waiting one is admitted until twice as many wait.
 * Calls of unknown browsers do not count for known ones
 * @param maxWaitMs milliseconds in which waiting hashes should begin; fewer may wait when hashes take longer
 */
export function hashingQueue(maxRunning: number, maxWaiting: number, maxWaitMs = Infinity): HashingQueue {
  const [known, unknown] = [turnsByAddress(), turnsByAddress()];
  const durations: number[] = [];
  let running = 0;
  let refused = 0;
  let places = maxWaiting;

  const measure = async <Value>(hash: () => Promise<Value>): Promise<Value> => {
    const startedAt = performance.now();
    try {
      return await hash();
    } finally {
      durations.push(performance.now() - startedAt);
      if (durations.length === SAMPLE_SIZE) {
        const median = durations.splice(0).toSorted((one, other) => one - other)[(SAMPLE_SIZE - 1) / 2] ?? 0;
        places = Math.ceil(
          Math.min(maxWaiting, Math.max(maxWaiting * MIN_FRACTION, (maxRunning * maxWaitMs) / median)),
        );
      }
    }
  };
  const address = (): string => currentRequest()?.network ?? '';
  const waitingCount = (): number => known.count() + unknown.count();
  /** @throws HashingBusyError when too many wait before this one */
  const requirePlaceFor = (isKnownBrowser: boolean): ReturnType<typeof turnsByAddress> => {
    const turns = isKnownBrowser ? known : unknown;
    const ahead = isKnownBrowser ? known.count() : waitingCount();
    if (ahead < places || (ahead < 2 * places && !turns.has(address()))) return turns;
    refused += 1;
    throw new HashingBusyError();
  };
  return {
    async refuseWhenFull() {
      const request = currentRequest();
      if (waitingCount() >= places) requirePlaceFor(request !== null && (await request.isKnown()));
    },
    async run(hash) {
      const request = currentRequest();
      const isKnownBrowser = request !== null && running >= maxRunning && (await request.isKnown());
      if (running < maxRunning) running += 1;
      else {
        const turns = requirePlaceFor(isKnownBrowser);
        await new Promise<void>((resolve) => turns.add(address(), resolve));
      }
      try {
        return await measure(hash);
      } finally {
        const start = known.next() ?? unknown.next();
        if (start) start();
        else running -= 1;
      }
    },
    isBusy: () => waitingCount() >= places,
    state: () => ({ running, waiting: waitingCount(), refused }),
  };
}

/** One core stays free, so that a rush of sign-ins does not delay signed-in users or polls. */
const MAX_RUNNING = Math.max(1, availableParallelism() - 1);

const MAX_WAITING = 32 * MAX_RUNNING;

/** Milliseconds for `MAX_WAITING` calls; twice as many, the most that may wait, end within a second (rule 261). */
const WAIT_MS = 320;

/** The only queue of this process: all hashing shares its cores. */
export const hashing: HashingQueue = hashingQueue(MAX_RUNNING, MAX_WAITING, WAIT_MS);
