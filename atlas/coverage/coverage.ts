import type { Traces } from '#atlas/coverage/traces.ts';
import type { ChartMachine, ChartTransition } from '#atlas/model/types.ts';

/** The strongest kind of proof: browser, view walk, model, or none. */
export type ProofLevel = 'browser' | 'walk' | 'model' | 'never';

/** Test coverage of a machine, by state and transition. */
export type MachineCoverage = {
  readonly machine: string;
  readonly states: Readonly<Record<string, ProofLevel>>;
  readonly transitions: Readonly<Record<string, ProofLevel>>;
};

/** Ids of transitions that the tests should cover and do not. */
export type Gaps = {
  readonly machine: string;
  readonly model: readonly string[];
  readonly walk: readonly string[];
};

function proofOf({ taken }: Traces, id: string): ProofLevel {
  if (taken.browser.has(id)) return 'browser';
  if (taken.walk.has(id)) return 'walk';
  return taken.model.has(id) ? 'model' : 'never';
}

/** The strongest proof of each state and transition. */
export function coverageOf(machine: ChartMachine, traces: Traces): MachineCoverage {
  const proofs = (parts: readonly { readonly id: string }[]) =>
    Object.fromEntries(parts.map(({ id }) => [id, proofOf(traces, id)]));
  return {
    machine: machine.id,
    states: proofs(machine.states),
    transitions: proofs(machine.transitions),
  };
}

/** A view can cause events only, no answers and no timers. */
const isCausedByView = ({ kind }: ChartTransition): boolean => kind === 'event';

/** The models have to take every transition, the walks every one that a view can cause. */
export function gapsOf(machine: ChartMachine, { taken, beyond }: Traces): Gaps {
  const missing = (required: readonly ChartTransition[], ids: ReadonlySet<string>) =>
    required.map(({ id }) => id).filter((id) => !ids.has(id));
  const caused = machine.transitions.filter(
    (transition) => isCausedByView(transition) && !beyond.has(transition.id),
  );
  return {
    machine: machine.id,
    model: missing(machine.transitions, taken.model),
    walk: missing(caused, taken.walk),
  };
}

const count = (proofs: Readonly<Record<string, ProofLevel>>, wanted: ProofLevel): number =>
  Object.values(proofs).filter((proof) => proof === wanted).length;

const columns = ['browser', 'walk', 'model', 'never'] as const;

/** A line per machine: transitions by their strongest proof, and states that no test was in. */
export function tableOf(coverages: readonly MachineCoverage[]): string {
  const rows = coverages.map(({ machine, states, transitions }) => [
    machine,
    ...columns.map((proof) => String(count(transitions, proof))),
    String(Object.keys(transitions).length),
    `${Object.keys(states).length - count(states, 'never')}/${Object.keys(states).length}`,
  ]);
  const table = [
    ['machine', 'browser', 'walk only', 'model only', 'never', 'transitions', 'states'],
    ...rows,
  ];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
