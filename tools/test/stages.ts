import { availableParallelism } from 'node:os';
import { budgetOutcome, startSampling } from '#tools/test/budget.ts';
import { countProcessor } from '#tools/test/processor.ts';
import type { Outcome, Stage, Step } from '#tools/test/step.ts';

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** The result of a step in one line. */
const lineOf = ({ name, passed, failed, milliseconds }: Outcome): string =>
  `${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed, ${seconds(milliseconds)}`;

/** Runs a step; its output is printed at its end when other steps run concurrently. */
async function outcomeOf({ name, run }: Step, isAlone: boolean): Promise<Outcome> {
  const output: string[] = [];
  console.log(isAlone ? `\n── ${name} ──` : `  ${name} …`);
  const start = performance.now();
  const counts = await run(isAlone ? null : (text) => output.push(text));
  const outcome = { name, ...counts, milliseconds: performance.now() - start };
  if (!isAlone) console.log(`\n── ${name} ──\n${output.join('').trimEnd()}`);
  console.log(lineOf(outcome));
  return outcome;
}

/** Runs the steps of a stage concurrently. @param concurrency maximum number of steps at the same time */
async function outcomesOf(stage: Stage, concurrency: number): Promise<readonly Outcome[]> {
  const waiting = [...stage.entries()];
  const outcomes: Outcome[] = [];
  const runSteps = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, step] = next;
      outcomes[index] = await outcomeOf(step, stage.length === 1);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runSteps));
  return outcomes;
}

/**
 * Runs stages in order, and prints the result of each step and the total processor time.
 * @param lanes maximum number of concurrent steps; one per processor by default
 * @param budget units of processor time ({@link budgetOutcome}) beyond which the run fails; none by default
 */
export async function runStages(
  stages: readonly Stage[],
  lanes = availableParallelism(),
  budget: number | null = null,
): Promise<readonly Outcome[]> {
  const start = performance.now();
  const endSampling = budget === null ? null : startSampling();
  const endCount = countProcessor();
  const outcomes: Outcome[] = [];
  for (const stage of stages) outcomes.push(...(await outcomesOf(stage, lanes)));
  const processorSeconds = endCount();
  const unit = endSampling?.();
  if (budget !== null && unit !== undefined && processorSeconds !== null) {
    outcomes.push(budgetOutcome(processorSeconds, unit, budget));
  }
  const cost = processorSeconds === null ? '' : `, ${processorSeconds.toFixed(1)} s of processor time`;
  console.log(`\n── summary, ${seconds(performance.now() - start)}${cost} ──`);
  for (const outcome of outcomes) console.log(lineOf(outcome));
  return outcomes;
}

/** Prints the last line of a run, and sets the exit code. */
export function conclude(outcomes: readonly Outcome[]): void {
  const sum = (of: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const failed = sum((outcome) => outcome.failed);
  console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
