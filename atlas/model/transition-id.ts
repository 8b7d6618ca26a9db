import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The trigger of a transition. */
type Trigger = { readonly eventType: string; readonly source: { readonly id: string } };

/** The properties that identify a state. */
type NamedNode = Pick<AnyStateNode, 'id' | 'path'> & { readonly machine: { readonly id: string } };

const PREFIXES = [
  ['xstate.done.actor.', 'done'],
  ['xstate.done.state.', 'done'],
  ['xstate.error.actor.', 'error'],
] as const;

const DELAYED = 'xstate.after.';

/**
 * The id of a state: the machine's id and the keys down to it, joined by dots. An `id` that the state declares is not
 * used, and dots in keys are replaced.
 */
export const stateIdOf = ({ machine, path }: NamedNode): string =>
  [machine.id, ...path].map((part) => part.replaceAll('.', '·')).join('.');

/** The kind and name of a trigger: an event, a delay, or the port or flow that ended. */
export function triggerOf({ eventType, source }: Trigger): {
  readonly kind: 'event' | 'delay' | 'done' | 'error' | 'always';
  readonly name: string;
} {
  if (eventType === '') return { kind: 'always', name: '' };
  if (eventType.startsWith(DELAYED)) {
    return { kind: 'delay', name: eventType.slice(DELAYED.length, -`.${source.id}`.length) };
  }
  const [prefix, kind] = PREFIXES.find(([start]) => eventType.startsWith(start)) ?? ['', 'event'];
  return { kind, name: eventType.slice(prefix.length) };
}

/** The transitions of a state by trigger, each group in the order in which it is tried. */
export const transitionGroups = (node: AnyStateNode): readonly (readonly AnyTransitionDefinition[])[] => [
  ...node.transitions.values(),
  node.always ?? [],
];

/**
 * The stable id of a transition in charts, tests and the browser: its state, its trigger, and its index among those with
 * the same trigger, as in `otp.working.delivery.sent/delay:codeLifetime/0`.
 */
export function transitionName(state: string, trigger: Trigger, index: number): string {
  const { kind, name } = triggerOf(trigger);
  return `${state}/${kind}:${name}/${index}`;
}

/** The name of a transition. */
export function transitionId(transition: AnyTransitionDefinition): string {
  const group =
    transitionGroups(transition.source).find((candidates) => candidates.includes(transition)) ?? [];
  return transitionName(stateIdOf(transition.source), transition, group.indexOf(transition));
}
