import type { ChartMachine, ChartTransition } from '#atlas/model/types.ts';
import { SUITES, type Traces } from './traces.ts';

/** A line for each gap: model tests must cover every transition, view tests every event that a view can send. */
export function gapsOf(
  { id: machineId, transitions }: ChartMachine,
  { covered, notSentByViews }: Traces,
): readonly string[] {
  const missing = (test: string, required: readonly ChartTransition[], ids: ReadonlySet<string>) =>
    required.flatMap(({ id }) => (ids.has(id) ? [] : [`${machineId}: no ${test} test covers ${id}`]));
  const events = transitions.filter(({ kind, id }) => kind === 'event' && !notSentByViews.has(id));
  return [...missing('model', transitions, covered.model), ...missing('view', events, covered.walk)];
}

/** The transitions of a machine, counted by the last of SUITES that covers them, and the states that were entered. */
export function countsOf({ states, transitions }: ChartMachine, { covered }: Traces) {
  const suiteOf = (id: string) => SUITES.findLast((suite) => covered[suite].has(id));
  const count = (wanted: ReturnType<typeof suiteOf>) =>
    transitions.filter(({ id }) => suiteOf(id) === wanted).length;
  return {
    browser: count('browser'),
    'walk, not browser': count('walk'),
    'model only': count('model'),
    never: count(undefined),
    transitions: transitions.length,
    states: `${states.filter(({ id }) => suiteOf(id)).length}/${states.length}`,
  };
}
