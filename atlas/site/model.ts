import values from 'virtual:atlas-values';
import type { ChartMachine, ChartState, ChartTransition } from '#atlas/model/types.ts';
import { plainMessage } from '#atlas/words/plain-message.ts';
import type { Language } from '#atlas/words/types.ts';
import { data } from './data.ts';

/** The machine of a state. */
export const machineIdOf = (state: string): string => state.split('.')[0] ?? state;

export const findMachine = (id: string): ChartMachine | undefined =>
  data.machines.find((machine) => machine.id === id);

const STATES_BY_ID: ReadonlyMap<string, ChartState> = new Map(
  data.machines.flatMap(({ states }) => states.map((state) => [state.id, state] as const)),
);

export const findState = (id: string): ChartState | undefined => STATES_BY_ID.get(id);

/** A state and its ancestors, itself first. */
export function withAncestors(id: string): readonly ChartState[] {
  const state = findState(id);
  if (!state) return [];
  return state.parent === null ? [state] : [state, ...withAncestors(state.parent)];
}

/** The transitions of a state, then those of its ancestors. */
export const transitionsIn = (id: string): readonly ChartTransition[] =>
  withAncestors(id).flatMap(({ id: source }) =>
    (findMachine(machineIdOf(id))?.transitions ?? []).filter((transition) => transition.source === source),
  );

/** The innermost active states of flows; those of the root machine when no flow is active. */
export function innermostStates(activeStates: readonly string[]): readonly string[] {
  const inner = activeStates.filter(
    (id) => !activeStates.some((other) => other.startsWith(`${id}.`)) && findState(id),
  );
  const ofFlow = inner.filter((id) => !id.startsWith(`${data.root}.`));
  return ofFlow.length > 0 ? ofFlow : inner;
}

/** The message of an error code, or its meaning when it has no message. */
export const codeText = (code: string, language: Language): string =>
  plainMessage(data.texts[language][values.codeKey(code)] ?? data.codes[code] ?? '');

/** Whether the server is likely to refuse a port of the flow of a state with this code. */
export const isLikely = (state: string, port: string, code: string): boolean =>
  values.isLikely(machineIdOf(state), port, code);

/** The states that show a text, each with the first variant that shows it. */
export const statesShowing = (key: string) =>
  Object.entries(data.keys).flatMap(([state, keys]) =>
    Object.hasOwn(keys, key) ? [{ state, variant: keys[key] ?? null }] : [],
  );
