import { describe, expect, it } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { writeTrace } from '#tests/support/coverage.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { modelPaths, newWalkRecord, type Projection, stepByStep } from './paths.ts';
import { createRecorder } from './recorder.ts';
import { createStarter } from './start.ts';
import { type Subject, walk } from './walk.ts';

/** A machine's cases, inputs and expectations for `describeModel`. */
export type ModelOptions<Machine extends AnyStateMachine> = Cases<Machine> & {
  /** The inputs by name. Each makes some transitions possible; together they make all transitions possible. */
  readonly inputs: Readonly<Record<string, InputFrom<Machine>>>;
  readonly project?: Projection<Machine>;
  /** Texts that the machine may store only while a port with them in its input runs. */
  readonly secrets?: readonly string[];
  /** Whether inputs change only the initial state, so that a step is taken with one input only. */
  readonly sharesSteps?: boolean;
  /** Whether only every pair of projected values is tried; `npm run test:all` tries all combinations. */
  readonly coversPairsOnly?: boolean;
  /** Whether a step is possible. It is not possible, for example, that a delay overtakes a shorter delay. */
  readonly accepts?: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean;
};

/** Tests a machine: takes every transition that an input makes possible, and compares the machine with its model after each step. */
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
  const startWith = createStarter(machine, recorder);
  const sharedRecord = newWalkRecord();

  describe.each(Object.entries(inputs))(`${machine.id}: %s`, (_name, input) => {
    const walkRecord = sharesSteps ? sharedRecord : undefined;
    const paths = modelPaths(
      machine,
      input,
      cases as unknown as Cases<Machine>,
      project,
      accepts,
      stepByStep,
      walkRecord,
      coversPairsOnly && !IS_TEST_ALL,
    );

    it.each(paths.map((path) => [path.description, path] as const))('%s', async (_description, path) => {
      const subject = { ...startWith(input), recorder, secrets, project };
      await walk(path, subject as unknown as Subject);
    });
  });

  it(`${machine.id}: takes every transition`, () => {
    expect(recorder.missingTransitions(machine)).toEqual([]);
  });
}
