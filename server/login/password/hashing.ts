import { availableParallelism } from 'node:os';

/** More passwords, codes and answers are being compared than this machine can take on: a later try goes well. */
export class HashingBusyError extends Error {
  override readonly name = 'HashingBusyError';

  constructor() {
    super('Too many comparisons wait');
  }
}

/** What the queue does now, for whoever watches it. */
type HashingState = {
  readonly running: number;
  readonly waiting: number;
  /** Since the process began. */
  readonly refused: number;
};

/** A queue before what costs a core for tens of milliseconds. */
export type HashingQueue = {
  /**
   * Hashes when it is its turn.
   * @throws HashingBusyError when too many wait already
   */
  run<Value>(hash: () => Promise<Value>): Promise<Value>;
  /**
   * For what counts a guess before it hashes.
   * @throws HashingBusyError when too many wait already
   */
  checkRoom(): void;
  state(): HashingState;
};

/**
 * @param atOnce hashes that run side by side
 * @param most hashes that wait for their turn
 */
export function hashingQueue(atOnce: number, most: number): HashingQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  let refused = 0;
  const checkRoom = (): void => {
    if (waiting.length < most) return;
    refused += 1;
    throw new HashingBusyError();
  };
  return {
    checkRoom,
    async run(hash) {
      if (running < atOnce) running += 1;
      else {
        checkRoom();
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      try {
        return await hash();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    state: () => ({ running, waiting: waiting.length, refused }),
  };
}

/** One core is left for everything else: a rush of sign-ins holds up nobody who has signed in or waits for a push. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);

/** At a third of a second for each the last one is answered just before the page takes the answer for lost, in 15 s. */
const MOST = 40 * AT_ONCE;

/** The queue of this process: its cores are shared by all that hashes here. */
export const hashing: HashingQueue = hashingQueue(AT_ONCE, MOST);
