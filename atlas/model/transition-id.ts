import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The part of a transition that tells what takes it. */
type Trigger = { readonly eventType: string; readonly source: { readonly id: string } };

/** The part of a state that tells it from others. */
type NamedNode = Pick<AnyStateNode, 'id' | 'path'> & { readonly machine: { readonly id: string } };

const PREFIXES = [
  ['xstate.done.actor.', 'done'],
  ['xstate.done.state.', 'done'],
  ['xstate.error.actor.', 'error'],
] as const;

const DELAYED = 'xstate.after.';

/**
 * Names a state by the machine's id and the keys down to it, joined by dots; an `id` of the state's own changes nothing,
 * and a dot in a key is none of them.
 */
export const stateIdOf = ({ machine, path }: NamedNode): string =>
  [machine.id, ...path].map((part) => part.replaceAll('.', '·')).join('.');

/** What takes a transition, and its name: an event, a declared delay, or the port or flow that ended. */
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

/** The transitions of a state by what takes them, each group in the order in which it is tried. */
export const transitionGroups = (node: AnyStateNode): readonly (readonly AnyTransitionDefinition[])[] => [
  ...node.transitions.values(),
  node.always ?? [],
];

/**
 * Names a transition for good, the same in a chart, a test and a browser: its state, what takes it, and
 * its place among those that the same takes, as in `otp.working.delivery.sent/delay:codeLifetime/0`.
 */
export function transitionName(state: string, trigger: Trigger, place: number): string {
  const { kind, name } = triggerOf(trigger);
  return `${state}/${kind}:${name}/${place}`;
}

/** The name of a transition. */
export function transitionId(transition: AnyTransitionDefinition): string {
  const group =
    transitionGroups(transition.source).find((candidates) => candidates.includes(transition)) ?? [];
  return transitionName(stateIdOf(transition.source), transition, group.indexOf(transition));
}
