import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

type TransitionSource = { readonly eventType: string; readonly source: { readonly id: string } };

/** The properties that identify a state. */
type IdentifiedNode = Pick<AnyStateNode, 'id' | 'path'> & { readonly machine: { readonly id: string } };

const DELAY_PREFIX = 'xstate.after.';

/** Matches the event types with which XState reports the end of an actor or a state. */
const END_EVENT = /^xstate\.(?:(done)\.(?:actor|state)|(error)\.actor)\.(.*)$/;

/**
 * The id of a state: the id of the machine and the keys from the root to the state, joined with dots. An `id` that the state
 * declares is not used. Dots inside a key are replaced.
 */
export const stateIdOf = ({ machine, path }: IdentifiedNode): string =>
  [machine.id, ...path].map((part) => part.replaceAll('.', '·')).join('.');

/** The kind and the name of a trigger: the name of an event, of a delay, or of the actor or state that has ended. */
export function triggerOf({ eventType, source }: TransitionSource): {
  readonly kind: 'event' | 'delay' | 'done' | 'error' | 'always';
  readonly name: string;
} {
  if (eventType === '') return { kind: 'always', name: '' };
  if (eventType.startsWith(DELAY_PREFIX))
    return { kind: 'delay', name: eventType.slice(DELAY_PREFIX.length, -`.${source.id}`.length) };
  const [, done, error, ended = ''] = END_EVENT.exec(eventType) ?? [];
  if (done ?? error) return { kind: done ? 'done' : 'error', name: ended };
  return { kind: 'event', name: eventType };
}

/** The transitions of a state in groups with the same trigger. Each group is in the order in which XState tries the transitions. */
export const transitionGroups = (node: AnyStateNode): readonly (readonly AnyTransitionDefinition[])[] => [
  ...node.transitions.values(),
  node.always ?? [],
];

/** The id of a transition with the given parts: see {@link transitionId}. */
export function formatTransitionId(state: string, trigger: TransitionSource, index: number): string {
  const { kind, name } = triggerOf(trigger);
  return `${state}/${kind}:${name}/${index}`;
}

/**
 * The stable id of a transition in charts, tests and the browser. It contains the state, the trigger, and the index among the
 * transitions of the state with the same trigger, such as `door.lock.open/delay:timeout/0`.
 */
export function transitionId(transition: AnyTransitionDefinition): string {
  const group =
    transitionGroups(transition.source).find((candidates) => candidates.includes(transition)) ?? [];
  return formatTransitionId(stateIdOf(transition.source), transition, group.indexOf(transition));
}
