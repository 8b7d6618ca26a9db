import type { ChartMachine, ChartTransition } from '#atlas/model/types.ts';

/** The test suites that record running machines, the weakest evidence first: model tests, view tests, browser tests. */
export const SUITES = ['model', 'walk', 'browser'] as const;
export type Suite = (typeof SUITES)[number];

/** The ids of states and transitions that the suites have recorded. */
export type Traces = {
  readonly covered: Readonly<Record<Suite, ReadonlySet<string>>>;
  /** Transitions whose event no view can send. */
  readonly notSentByViews: ReadonlySet<string>;
  /** The suites that recorded anything. */
  readonly recordedSuites: readonly Suite[];
};

/** The strongest suite that has covered a state or transition, or none. */
export type CoverageLevel = Suite | 'never';

/** The levels from the strongest to none. */
const LEVELS = ['browser', 'walk', 'model', 'never'] as const satisfies readonly CoverageLevel[];

/** Test coverage of a machine, by state and transition. */
export type MachineCoverage = {
  readonly machine: string;
  readonly states: Readonly<Record<string, CoverageLevel>>;
  readonly transitions: Readonly<Record<string, CoverageLevel>>;
};

/** Ids of transitions that the tests should cover and do not. */
export type Gaps = {
  readonly machine: string;
  readonly model: readonly string[];
  readonly walk: readonly string[];
};

/** The coverage of each state and transition. */
export function coverageOf(machine: ChartMachine, { covered }: Traces): MachineCoverage {
  const levelOf = (id: string): CoverageLevel =>
    SUITES.findLast((suite) => covered[suite].has(id)) ?? 'never';
  const levels = (parts: readonly { readonly id: string }[]) =>
    Object.fromEntries(parts.map(({ id }) => [id, levelOf(id)]));
  return { machine: machine.id, states: levels(machine.states), transitions: levels(machine.transitions) };
}

/** Model tests have to cover every transition, view tests every event that a view can send. */
export function gapsOf(machine: ChartMachine, { covered, notSentByViews }: Traces): Gaps {
  const missing = (required: readonly ChartTransition[], ids: ReadonlySet<string>) =>
    required.map(({ id }) => id).filter((id) => !ids.has(id));
  const events = machine.transitions.filter(({ kind, id }) => kind === 'event' && !notSentByViews.has(id));
  return {
    machine: machine.id,
    model: missing(machine.transitions, covered.model),
    walk: missing(events, covered.walk),
  };
}

const count = (levels: Readonly<Record<string, CoverageLevel>>, wanted: CoverageLevel): number =>
  Object.values(levels).filter((level) => level === wanted).length;

/** A line per machine: transitions by coverage, and the number of covered states. */
export function tableOf(coverages: readonly MachineCoverage[]): string {
  const rows = coverages.map(({ machine, states, transitions }) => [
    machine,
    ...LEVELS.map((level) => String(count(transitions, level))),
    String(Object.keys(transitions).length),
    `${Object.keys(states).length - count(states, 'never')}/${Object.keys(states).length}`,
  ]);
  const head = ['machine', 'browser', 'walk only', 'model only', 'never', 'transitions', 'states'];
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return table.map((row) => row.map(pad).join('  ')).join('\n');
}
