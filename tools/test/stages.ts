import { availableParallelism } from 'node:os';
import { budgetOutcome, startSampling } from '#tools/test/budget.ts';
import { countProcessor } from '#tools/test/processor.ts';
import type { Outcome, Stage, Step } from '#tools/test/step.ts';

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Describes the outcome of a step in one line. */
const describeOutcome = ({ name, passed, failed, milliseconds }: Outcome): string =>
  `${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed, ${formatSeconds(milliseconds)}`;

/**
 * Runs a step and prints its output.
 * @param isAlone whether no other step runs at the same time; otherwise the output is printed when the step has ended
 */
async function runStep({ name, run }: Step, isAlone: boolean): Promise<Outcome> {
  const output: string[] = [];
  console.log(isAlone ? `\n── ${name} ──` : `  ${name} …`);
  const start = performance.now();
  const counts = await run(isAlone ? null : (text) => output.push(text));
  const outcome = { name, ...counts, milliseconds: performance.now() - start };
  if (!isAlone) console.log(`\n── ${name} ──\n${output.join('').trimEnd()}`);
  console.log(describeOutcome(outcome));
  return outcome;
}

/**
 * Runs the steps of a stage concurrently.
 * @param concurrency maximum number of steps at the same time
 */
async function runStage(stage: Stage, concurrency: number): Promise<readonly Outcome[]> {
  const waiting = [...stage.entries()];
  const outcomes: Outcome[] = [];
  const runSteps = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, step] = next;
      outcomes[index] = await runStep(step, stage.length === 1);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runSteps));
  return outcomes;
}

/**
 * Runs stages in order, and prints the result of each step and the total processor time.
 * @param concurrency maximum number of concurrent steps; by default the number of processors
 * @param budget maximum processor time in units ({@link budgetOutcome}), beyond which the run fails; null for no maximum
 */
export async function runStages(
  stages: readonly Stage[],
  concurrency = availableParallelism(),
  budget: number | null = null,
): Promise<readonly Outcome[]> {
  const start = performance.now();
  const endSampling = budget === null ? null : startSampling();
  const endCounting = countProcessor();
  const outcomes: Outcome[] = [];
  for (const stage of stages) outcomes.push(...(await runStage(stage, concurrency)));
  const processorSeconds = endCounting();
  const unit = endSampling?.();
  if (budget !== null && unit !== undefined && processorSeconds !== null) {
    outcomes.push(budgetOutcome(processorSeconds, unit, budget));
  }
  const cost = processorSeconds === null ? '' : `, ${processorSeconds.toFixed(1)} s of processor time`;
  console.log(`\n── summary, ${formatSeconds(performance.now() - start)}${cost} ──`);
  for (const outcome of outcomes) console.log(describeOutcome(outcome));
  return outcomes;
}

/** Prints the total numbers of passed and failed tests, and sets the exit code. */
export function conclude(outcomes: readonly Outcome[]): void {
  const sum = (valueIn: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + valueIn(outcome), 0);
  const failed = sum((outcome) => outcome.failed);
  console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
