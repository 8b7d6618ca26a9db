import { describe, expect, it } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { writeTrace } from '#tests/support/coverage.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { modelOf, noneWalked, type Projection, stepByStep } from './paths.ts';
import { createRecorder } from './recorder.ts';
import { starterOf } from './start.ts';
import { type Subject, walk } from './walk.ts';

export type ModelOptions<Machine extends AnyStateMachine> = Cases<Machine> & {
  /** Each input makes other transitions possible; together they make all possible. */
  readonly inputs: Readonly<Record<string, InputFrom<Machine>>>;
  readonly project?: Projection<Machine>;
  readonly secrets?: readonly string[];
  /** Inputs change where a machine begins, not its rules: a step taken from one of them is not taken again. */
  readonly areBeginnings?: boolean;
  /** Projected values are tried in pairs, and in all combinations in the whole run. */
  readonly areMany?: boolean;
  /** Leaves steps out that no clock can take, such as one delay that would overtake another. */
  readonly accepts?: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean;
};

/** Tests a machine: every transition is taken from every input, and each step keeps the rules. */
export function describeModel<Machine extends AnyStateMachine>(
  machine: Machine,
  {
    inputs,
    project = ({ context }) => context,
    secrets = [],
    areBeginnings = false,
    areMany = false,
    accepts,
    ...cases
  }: ModelOptions<Machine>,
): void {
  const recorder = createRecorder((trace) => writeTrace('model', trace));
  const startWith = starterOf(machine, recorder);
  const together = noneWalked();

  describe.each(Object.entries(inputs))(`${machine.id}: %s`, (_name, input) => {
    const walked = areBeginnings ? together : undefined;
    const paths = modelOf(
      machine,
      input,
      cases as unknown as Cases<Machine>,
      project,
      accepts,
      stepByStep,
      walked,
      areMany && !IS_TEST_ALL,
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
