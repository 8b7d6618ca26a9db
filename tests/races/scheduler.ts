import { AsyncLocalStorage } from 'node:async_hooks';
import { randomNumbers } from './random-numbers.ts';

/** A side: one of two functions that run at the same time. */
type Side = {
  readonly letter: 'a' | 'b';
  /** Starts the next steps of this side, which wait for the scheduler. */
  readonly waitingSteps: (() => void)[];
  /** The number of steps of this side that have started and not ended. */
  runningCount: number;
  isFinished: boolean;
};

type Run = {
  readonly sides: readonly [Side, Side];
  /** Returns a random number below the limit. */
  readonly randomBelow: (limit: number) => number;
  /** The average number of steps of the same side in a row. */
  readonly stepsInRow: number;
  /** The side of the last step. */
  lastSide: Side;
  order: string;
  /** Resolves when no step can be blocked any more; null while no step can be blocked. */
  watch: Promise<void> | null;
};

/** Possible average numbers of steps in a row: with few steps the sides alternate, with many a side ends first. */
const STEPS_IN_ROW = [2, 4, 8, 16] as const;

const createSide = (letter: Side['letter']): Side => ({
  letter,
  waitingSteps: [],
  runningCount: 0,
  isFinished: false,
});

export type RunResult = {
  readonly answers: readonly [unknown, unknown];
  /** The side of each step, `a` or `b`, in the order in which the steps started. */
  readonly order: string;
};

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * Starts the steps of two sides in turn, in an order that a seed determines. A step starts when both sides have reached
 * the next step, and when the last step has ended or waits in the database for the other side.
 * @param blockedSteps returns the number of steps that wait in the database for a lock
 */
export function createScheduler(blockedSteps: () => Promise<number>) {
  const currentSide = new AsyncLocalStorage<{ readonly run: Run; readonly side: Side }>();

  const runningCountOf = ({ sides: [a, b] }: Run): number => a.runningCount + b.runningCount;

  const isBetweenSteps = ({ isFinished, waitingSteps, runningCount }: Side): boolean =>
    !isFinished && waitingSteps.length === 0 && runningCount === 0;

  const startNextStep = (run: Run): void => {
    // A side runs one step at a time, because concurrent statements of a side use the same connection.
    const readySides = run.sides.filter(
      ({ waitingSteps, runningCount }) => waitingSteps.length > 0 && runningCount === 0,
    );
    if (readySides.length === 0 || run.sides.some(isBetweenSteps)) return;
    const isSameSide = readySides.includes(run.lastSide) && run.randomBelow(run.stepsInRow) > 0;
    const nextSide = isSameSide ? run.lastSide : readySides.find((side) => side !== run.lastSide);
    run.lastSide = nextSide ?? run.lastSide;
    run.order += run.lastSide.letter;
    run.lastSide.runningCount += 1;
    run.lastSide.waitingSteps.shift()?.();
  };

  const canBeBlocked = (run: Run): boolean =>
    runningCountOf(run) > 0 && run.sides.some(({ waitingSteps }) => waitingSteps.length > 0);

  const startWhileBlocked = async (run: Run): Promise<void> => {
    while (canBeBlocked(run)) {
      const blockedCount = await blockedSteps();
      if (canBeBlocked(run) && blockedCount >= runningCountOf(run)) startNextStep(run);
    }
    run.watch = null;
  };

  const advance = (run: Run): void => {
    if (runningCountOf(run) === 0) startNextStep(run);
    if (canBeBlocked(run)) run.watch ??= startWhileBlocked(run);
  };

  return {
    /** Waits until the calling side may start a step; returns a function that ends the step. Does not wait outside a run. */
    async enter(): Promise<() => void> {
      const store = currentSide.getStore();
      if (!store) return () => undefined;
      const { run, side } = store;
      await new Promise<void>((resolve) => {
        side.waitingSteps.push(resolve);
        advance(run);
      });
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        side.runningCount -= 1;
        advance(run);
      };
    },
    /** Runs both sides at the same time; the seed determines the order of the steps. */
    async runBoth(
      seed: number,
      one: () => Promise<unknown>,
      other: () => Promise<unknown>,
    ): Promise<RunResult> {
      const randomBelow = randomNumbers(seed);
      const sides = [createSide('a'), createSide('b')] as const;
      const run: Run = {
        sides,
        randomBelow,
        stepsInRow: STEPS_IN_ROW[randomBelow(STEPS_IN_ROW.length)] ?? 2,
        lastSide: sides[randomBelow(2)] ?? sides[0],
        order: '',
        watch: null,
      };
      const runSide = async (side: Side, work: () => Promise<unknown>): Promise<unknown> => {
        try {
          return await currentSide.run({ run, side }, work);
        } finally {
          side.isFinished = true;
          advance(run);
        }
      };
      const answers = await Promise.all([runSide(sides[0], one), runSide(sides[1], other)]);
      await run.watch;
      return { answers, order: run.order };
    },
  };
}
