import { parseArgs } from 'node:util';
import type { Outcome, Step } from '#scripts/test/step.ts';
import { STEPS } from '#scripts/test/steps.ts';

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
if (values.all) process.env['MUNJIGI_TEST_ALL'] = '1';

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const outcomeOf = async ({ name, run }: Step): Promise<Outcome> => {
  console.log(`\n── ${name} ──`);
  const start = performance.now();
  const counts = await run();
  return { name, ...counts, milliseconds: performance.now() - start };
};

const lineOf = ({ name, passed, failed, milliseconds }: Outcome): string =>
  `${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed, ${seconds(milliseconds)}`;

const outcomes: Outcome[] = [];
for (const step of STEPS) {
  const outcome = await outcomeOf(step);
  console.log(lineOf(outcome));
  outcomes.push(outcome);
}

const sum = (of: (outcome: Outcome) => number): number =>
  outcomes.reduce((total, outcome) => total + of(outcome), 0);
const failed = sum((outcome) => outcome.failed);

console.log(`\n── summary, ${seconds(sum((outcome) => outcome.milliseconds))} ──`);
for (const outcome of outcomes) console.log(lineOf(outcome));
console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
