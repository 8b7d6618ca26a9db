import { describe, expect, it } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { writeTrace } from '#tests/support/coverage.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { modelPaths, newWalked, type Projection, stepByStep } from './paths.ts';
import { createRecorder } from './recorder.ts';
import { reusableStart } from './start.ts';
import { type Subject, walk } from './walk.ts';

export type ModelOptions<Machine extends AnyStateMachine> = Cases<Machine> & {
  /** Each input makes other transitions possible, and together they make all transitions possible. */
  readonly inputs: Readonly<Record<string, InputFrom<Machine>>>;
  readonly project?: Projection<Machine>;
  readonly secrets?: readonly string[];
  /** Whether inputs change only the initial state: a step that was taken with one input is not taken with another. */
  readonly sharesSteps?: boolean;
  /** Whether projected values are tried in pairs; `npm run test:all` tries all combinations. */
  readonly coversPairsOnly?: boolean;
  /** Rejects steps that no clock can take, such as one delay that would overtake another. */
  readonly accepts?: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean;
};

/** Tests a machine: every transition is taken with every input, and checked after each step. */
export function describeModel<Machine extends AnyStateMachine>(
  machine: Machine,
  {
    inputs,
    project = ({ context }) => context,
    secrets = [],
    sharesSteps = false,
    coversPairsOnly = false,
    accepts,
    ...cases
  }: ModelOptions<Machine>,
): void {
  const recorder = createRecorder((trace) => writeTrace('model', trace));
  const startWith = reusableStart(machine, recorder);
  const sharedWalked = newWalked();

  describe.each(Object.entries(inputs))(`${machine.id}: %s`, (_name, input) => {
    const walked = sharesSteps ? sharedWalked : undefined;
    const paths = modelPaths(
      machine,
      input,
      cases as unknown as Cases<Machine>,
      project,
      accepts,
      stepByStep,
      walked,
      coversPairsOnly && !IS_TEST_ALL,
    );

    it.each(paths.map((path) => [path.description, path] as const))('%s', async (_description, path) => {
      const subject = { ...startWith(input), recorder, secrets, project };
      await walk(path, subject as unknown as Subject);
    });
  });

  it(`${machine.id}: takes every transition`, () => {
    expect(recorder.missing(machine)).toEqual([]);
  });
}
