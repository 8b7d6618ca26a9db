import values from 'virtual:atlas-values';
import type { ChartMachine, ChartState, ChartTransition } from '#atlas/model/types.ts';
import { plainMessage } from '#atlas/words/plain-message.ts';
import type { Language } from '#atlas/words/types.ts';
import { data } from './data.ts';

/** Id of the machine to which a state belongs. */
export const machineIdOf = (state: string): string => state.split('.')[0] ?? state;

export const findMachine = (id: string): ChartMachine | undefined =>
  data.machines.find((machine) => machine.id === id);

const STATES_BY_ID: ReadonlyMap<string, ChartState> = new Map(
  data.machines.flatMap(({ states }) => states.map((state) => [state.id, state] as const)),
);

export const findState = (id: string): ChartState | undefined => STATES_BY_ID.get(id);

/** A state and its ancestors. The state itself is first. */
export function withAncestors(id: string): readonly ChartState[] {
  const state = findState(id);
  if (!state) return [];
  return state.parent === null ? [state] : [state, ...withAncestors(state.parent)];
}

/** The transitions of a state, followed by the transitions of its ancestors. */
export const transitionsIn = (id: string): readonly ChartTransition[] =>
  withAncestors(id).flatMap(({ id: source }) =>
    (findMachine(machineIdOf(id))?.transitions ?? []).filter((transition) => transition.source === source),
  );

/** The innermost active states of flows; the innermost active states of the root machine when no flow is running. */
export function innermostStates(activeStates: readonly string[]): readonly string[] {
  const innermost = activeStates.filter(
    (id) => !activeStates.some((other) => other.startsWith(`${id}.`)) && findState(id),
  );
  const statesOfFlows = innermost.filter((id) => !id.startsWith(`${data.root}.`));
  return statesOfFlows.length > 0 ? statesOfFlows : innermost;
}

/** The message of an error code, or the meaning of the error code when it has no message. */
export const codeText = (code: string, language: Language): string =>
  plainMessage(data.texts[language][values.codeKey(code)] ?? data.codes[code] ?? '');

/** Whether the server is likely to refuse the call of a port with an error code, in the flow of a state. */
export const isLikely = (state: string, port: string, code: string): boolean =>
  values.isLikely(machineIdOf(state), port, code);

/** The states whose screens show a text, each with the id of the first variant that shows the text. */
export const statesShowing = (key: string) =>
  Object.entries(data.keys).flatMap(([state, keys]) =>
    Object.hasOwn(keys, key) ? [{ state, variant: keys[key] ?? null }] : [],
  );
