import { AsyncLocalStorage } from 'node:async_hooks';
import { randomNumbers } from './random-numbers.ts';

/** One of two pieces of work that run at the same time. */
type Side = {
  readonly letter: 'a' | 'b';
  /** Starts the next steps of this side, which wait for the scheduler. */
  readonly waiting: (() => void)[];
  /** How many steps of this side have started and not ended. */
  running: number;
  isFinished: boolean;
};

type Run = {
  readonly sides: readonly [Side, Side];
  readonly below: (limit: number) => number;
  /** The average number of steps of one side in a row. */
  readonly stepsInRow: number;
  last: Side;
  order: string;
  watching: Promise<void> | null;
};

/** Possible average numbers of steps in a row: from alternating sides to one side after the other. */
const STEPS_IN_ROW = [2, 4, 8, 16] as const;

const newSide = (letter: Side['letter']): Side => ({ letter, waiting: [], running: 0, isFinished: false });

export type RunResult = {
  readonly answers: readonly [unknown, unknown];
  /** The side of each step, `a` or `b`, in the order in which the steps started. */
  readonly order: string;
};

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * Starts one step of two sides at a time, in an order that the seed decides. The next step starts when the last one has
 * ended, or waits in the database for the other side, and when both sides have reached their next step.
 * @param blockedSteps how many steps wait in the database for a lock
 */
export function createScheduler(blockedSteps: () => Promise<number>) {
  const current = new AsyncLocalStorage<{ readonly run: Run; readonly side: Side }>();

  const running = ({ sides: [a, b] }: Run): number => a.running + b.running;

  const isBetweenSteps = ({ isFinished, waiting, running: steps }: Side): boolean =>
    !isFinished && waiting.length === 0 && steps === 0;

  const startNextStep = (run: Run): void => {
    // A side runs one step at a time, since its concurrent statements share a connection.
    const able = run.sides.filter(({ waiting, running: steps }) => waiting.length > 0 && steps === 0);
    if (able.length === 0 || run.sides.some(isBetweenSteps)) return;
    const isSameSide = able.includes(run.last) && run.below(run.stepsInRow) > 0;
    const next = isSameSide ? run.last : able.find((side) => side !== run.last);
    run.last = next ?? run.last;
    run.order += run.last.letter;
    run.last.running += 1;
    run.last.waiting.shift()?.();
  };

  const mayBlock = (run: Run): boolean =>
    running(run) > 0 && run.sides.some(({ waiting }) => waiting.length > 0);

  const watch = async (run: Run): Promise<void> => {
    while (mayBlock(run)) {
      const blocked = await blockedSteps();
      if (mayBlock(run) && blocked >= running(run)) startNextStep(run);
    }
    run.watching = null;
  };

  const advance = (run: Run): void => {
    if (running(run) === 0) startNextStep(run);
    if (mayBlock(run)) run.watching ??= watch(run);
  };

  return {
    /** Waits until the calling side may start its next step; returns a function that ends the step. Outside a run it does not wait. */
    async enter(): Promise<() => void> {
      const store = current.getStore();
      if (!store) return () => undefined;
      const { run, side } = store;
      await new Promise<void>((resolve) => {
        side.waiting.push(resolve);
        advance(run);
      });
      let isDone = false;
      return () => {
        if (isDone) return;
        isDone = true;
        side.running -= 1;
        advance(run);
      };
    },
    /** Runs both at the same time, with their steps in the order of this seed. */
    async runBoth(
      seed: number,
      one: () => Promise<unknown>,
      other: () => Promise<unknown>,
    ): Promise<RunResult> {
      const below = randomNumbers(seed);
      const sides = [newSide('a'), newSide('b')] as const;
      const run: Run = {
        sides,
        below,
        stepsInRow: STEPS_IN_ROW[below(STEPS_IN_ROW.length)] ?? 2,
        last: sides[below(2)] ?? sides[0],
        order: '',
        watching: null,
      };
      const runSide = async (side: Side, work: () => Promise<unknown>): Promise<unknown> => {
        try {
          return await current.run({ run, side }, work);
        } finally {
          side.isFinished = true;
          advance(run);
        }
      };
      const answers = await Promise.all([runSide(sides[0], one), runSide(sides[1], other)]);
      await run.watching;
      return { answers, order: run.order };
    },
  };
}
