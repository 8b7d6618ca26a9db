import type { ChartMachine, ChartTransition } from '#atlas/model/types.ts';
import { SUITES, type Traces } from './traces.ts';

/**
 * A message for each gap of the coverage. Model tests must cover every transition; view tests must cover every transition whose
 * event a view can send.
 */
export function coverageGaps(
  { id: machineId, transitions }: ChartMachine,
  { covered, notSentByViews }: Traces,
): readonly string[] {
  const missing = (test: string, required: readonly ChartTransition[], ids: ReadonlySet<string>) =>
    required.flatMap(({ id }) => (ids.has(id) ? [] : [`${machineId}: no ${test} test covers ${id}`]));
  const events = transitions.filter(({ kind, id }) => kind === 'event' && !notSentByViews.has(id));
  return [...missing('model', transitions, covered.model), ...missing('view', events, covered.walk)];
}

/**
 * Numbers of transitions and states of a machine that are covered. A transition is counted once, for the last suite in
 * {@link SUITES} that covers it.
 */
export function coverageCounts({ states, transitions }: ChartMachine, { covered }: Traces) {
  const suiteOf = (id: string) => SUITES.findLast((suite) => covered[suite].has(id));
  const count = (suite: ReturnType<typeof suiteOf>) =>
    transitions.filter(({ id }) => suiteOf(id) === suite).length;
  return {
    browser: count('browser'),
    'walk, not browser': count('walk'),
    'model only': count('model'),
    never: count(undefined),
    transitions: transitions.length,
    states: `${states.filter(({ id }) => suiteOf(id)).length}/${states.length}`,
  };
}
