import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The part of a transition that tells what takes it. */
type Trigger = { readonly eventType: string; readonly source: { readonly id: string } };

const PREFIXES = [
  ['xstate.done.actor.', 'done'],
  ['xstate.done.state.', 'done'],
  ['xstate.error.actor.', 'error'],
] as const;

const DELAYED = 'xstate.after.';

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
export function transitionName(trigger: Trigger, place: number): string {
  const { kind, name } = triggerOf(trigger);
  return `${trigger.source.id}/${kind}:${name}/${place}`;
}

/** The name of a transition. */
export function transitionId(transition: AnyTransitionDefinition): string {
  const group =
    transitionGroups(transition.source).find((candidates) => candidates.includes(transition)) ?? [];
  return transitionName(transition, group.indexOf(transition));
}
