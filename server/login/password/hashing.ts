import { availableParallelism } from 'node:os';
import { currentRequest } from '#server/operations/request.ts';

/** Thrown when the hashing queue is full; trying again later may succeed. */
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
  /** The number of hashes that were refused since the process began. */
  readonly refused: number;
};

/**
 * A queue for password hashing, which occupies a core for about 10 ms. Hashes of known browsers start before hashes of
 * unknown browsers (rule 243). Within each of these groups the addresses take turns, so that an address with many
 * waiting hashes does not delay the other addresses.
 */
export type HashingQueue = {
  /**
   * Runs `hash` when all hashes before it have started and a core is free.
   * @throws HashingBusyError when too many hashes are waiting
   */
  run<Value>(hash: () => Promise<Value>): Promise<Value>;
  /**
   * Checks, before a guess is counted, that another hash may wait.
   * @throws HashingBusyError when too many hashes are waiting
   */
  refuseWhenFull(): Promise<void>;
  /** Whether the limit of waiting hashes is reached. */
  isBusy(): boolean;
  state(): HashingState;
};

/** The waiting hashes of each address; the address whose hash starts next is the first. */
function queueByAddress() {
  const waiting = new Map<string, (() => void)[]>();
  let count = 0;
  return {
    count: () => count,
    has: (address: string): boolean => waiting.has(address),
    /** Adds a hash, which `start` runs. */
    add(address: string, start: () => void): void {
      count += 1;
      waiting.set(address, [...(waiting.get(address) ?? []), start]);
    },
    /** Removes the next hash, and moves its address to the end. */
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

/** Number of hashes whose median duration decides how many hashes may wait. */
const SAMPLE_SIZE = 15;

/** The fraction of `maxWaiting` that may wait however slow the hashes are. */
const MIN_FRACTION = 1 / 4;

/**
 * Creates a queue for password hashing.
 * @param maxRunning number of hashes that may run at the same time
 * @param maxWaiting number of hashes that may wait; twice as many, if the address of a new hash has no waiting hash.
 * For known browsers, waiting hashes of unknown browsers do not count
 * @param maxWaitMs milliseconds within which waiting hashes should start; when hashes take longer, fewer may wait
 */
export function hashingQueue(maxRunning: number, maxWaiting: number, maxWaitMs = Infinity): HashingQueue {
  const knownBrowserQueue = queueByAddress();
  const unknownBrowserQueue = queueByAddress();
  const durations: number[] = [];
  let running = 0;
  let refused = 0;
  let waitingLimit = maxWaiting;

  const runMeasured = async <Value>(hash: () => Promise<Value>): Promise<Value> => {
    const startedAt = performance.now();
    try {
      return await hash();
    } finally {
      durations.push(performance.now() - startedAt);
      if (durations.length === SAMPLE_SIZE) {
        const median =
          durations.splice(0).toSorted((first, second) => first - second)[(SAMPLE_SIZE - 1) / 2] ?? 0;
        waitingLimit = Math.ceil(
          Math.min(maxWaiting, Math.max(maxWaiting * MIN_FRACTION, (maxRunning * maxWaitMs) / median)),
        );
      }
    }
  };
  const address = (): string => currentRequest()?.network ?? '';
  const waitingCount = (): number => knownBrowserQueue.count() + unknownBrowserQueue.count();
  /**
   * The queue for another hash.
   * @throws HashingBusyError when too many hashes would start before it
   */
  const queueWithSpace = (isKnownBrowser: boolean): ReturnType<typeof queueByAddress> => {
    const queue = isKnownBrowser ? knownBrowserQueue : unknownBrowserQueue;
    const waitingBefore = isKnownBrowser ? knownBrowserQueue.count() : waitingCount();
    const isBelowLimit = waitingBefore < waitingLimit;
    if (isBelowLimit || (waitingBefore < 2 * waitingLimit && !queue.has(address()))) return queue;
    refused += 1;
    throw new HashingBusyError();
  };
  return {
    async refuseWhenFull() {
      const request = currentRequest();
      if (waitingCount() >= waitingLimit) queueWithSpace(request !== null && (await request.isKnown()));
    },
    async run(hash) {
      const request = currentRequest();
      const isKnownBrowser = request !== null && running >= maxRunning && (await request.isKnown());
      if (running < maxRunning) running += 1;
      else {
        const queue = queueWithSpace(isKnownBrowser);
        await new Promise<void>((resolve) => queue.add(address(), resolve));
      }
      try {
        return await runMeasured(hash);
      } finally {
        const start = knownBrowserQueue.next() ?? unknownBrowserQueue.next();
        if (start) start();
        else running -= 1;
      }
    },
    isBusy: () => waitingCount() >= waitingLimit,
    state: () => ({ running, waiting: waitingCount(), refused }),
  };
}

/** Leaves a core free, so that many sign-ins at the same time do not delay other calls. */
const MAX_RUNNING = Math.max(1, availableParallelism() - 1);

/** 32 hashes for each core. */
const MAX_WAITING = 32 * MAX_RUNNING;

/** Time in which `MAX_WAITING` hashes start. Twice as many, the absolute maximum, start within a second (rule 261). */
const MAX_WAIT_MS = 320;

/** The only queue of this process, because all hashing shares the cores. */
export const hashing: HashingQueue = hashingQueue(MAX_RUNNING, MAX_WAITING, MAX_WAIT_MS);
