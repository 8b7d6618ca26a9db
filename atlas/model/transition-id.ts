import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

type TransitionSource = { readonly eventType: string; readonly source: { readonly id: string } };

/** The properties that identify a state. */
type IdentifiedNode = Pick<AnyStateNode, 'id' | 'path'> & { readonly machine: { readonly id: string } };

const DELAY_PREFIX = 'xstate.after.';

/** The event of an actor or a state that has ended. */
const END_EVENT = /^xstate\.(?:(done)\.(?:actor|state)|(error)\.actor)\.(.*)$/;

/**
 * The id of a state: the machine's id and the keys down to it, joined by dots. An `id` that the state declares is not
 * used, and dots in keys are replaced.
 */
export const stateIdOf = ({ machine, path }: IdentifiedNode): string =>
  [machine.id, ...path].map((part) => part.replaceAll('.', '·')).join('.');

/** The kind and name of a trigger: an event, a delay, or the port or flow that ended. */
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

/** The transitions of a state by trigger, each group in the order in which it is tried. */
export const transitionGroups = (node: AnyStateNode): readonly (readonly AnyTransitionDefinition[])[] => [
  ...node.transitions.values(),
  node.always ?? [],
];

/** Formats the id of a transition: see `transitionId`. */
export function formatTransitionId(state: string, trigger: TransitionSource, index: number): string {
  const { kind, name } = triggerOf(trigger);
  return `${state}/${kind}:${name}/${index}`;
}

/**
 * The stable id of a transition in charts, tests and the browser: its state, its trigger, and its index among the
 * transitions with the same trigger, as in `door.lock.open/delay:timeout/0`.
 */
export function transitionId(transition: AnyTransitionDefinition): string {
  const group =
    transitionGroups(transition.source).find((candidates) => candidates.includes(transition)) ?? [];
  return formatTransitionId(stateIdOf(transition.source), transition, group.indexOf(transition));
}
