import type { ChartMachine, ChartState, ChartTransition } from '#atlas/model/types.ts';
import { data } from './data.ts';

export const machineOf = (id: string): ChartMachine | undefined =>
  data.machines.find((machine) => machine.id === id);

const STATES: ReadonlyMap<string, ChartState> = new Map(
  data.machines.flatMap(({ states }) => states.map((state) => [state.id, state] as const)),
);

export const stateOf = (id: string): ChartState | undefined => STATES.get(id);

/** A state and those around it, itself first. */
export function withAncestors(id: string): readonly ChartState[] {
  const state = stateOf(id);
  if (!state) return [];
  return state.parent === null ? [state] : [state, ...withAncestors(state.parent)];
}

/** The transitions of a state, then those of its ancestors. */
export const transitionsIn = (id: string): readonly ChartTransition[] => {
  const machine = machineOf(id.split('.')[0] ?? '');
  return withAncestors(id).flatMap(({ id: source }) =>
    (machine?.transitions ?? []).filter((transition) => transition.source === source),
  );
};

/** The innermost active states: those of flows, or where no flow is active those of the root machine. */
export function innermostStates(activeStates: readonly string[]): readonly string[] {
  const inner = activeStates.filter(
    (id) => !activeStates.some((other) => other.startsWith(`${id}.`)) && stateOf(id),
  );
  const ofFlow = inner.filter((id) => !id.startsWith(`${data.root}.`));
  return ofFlow.length > 0 ? ofFlow : inner;
}
