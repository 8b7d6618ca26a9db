import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { transitionGroups, transitionId } from '#atlas/model/transition-id.ts';

/** A transition of a machine as data. */
export type TransitionRecord = {
  /** The id of the transition in the charts. */
  readonly id: string;
  readonly machine: string;
  /** Id of the state that has the transition. */
  readonly source: string;
  /** Event descriptor; empty for a transition without event. */
  readonly event: string;
  /** Index among the transitions of the same state and event. */
  readonly index: number;
  readonly guard: string | null;
  /** IDs of the target states; empty if the transition has no target. */
  readonly targets: readonly string[];
};

function guardName(guard: unknown): string | null {
  if (typeof guard === 'string') return guard;
  if (typeof guard !== 'object' || guard === null || !('type' in guard)) return null;
  const params = 'params' in guard && typeof guard.params !== 'function' ? `(${guard.params})` : '';
  return `${guard.type}${params}`;
}

export function recordOf(transition: AnyTransitionDefinition): TransitionRecord {
  const { source, eventType, guard, target } = transition;
  const group = transitionGroups(source).find((candidates) => candidates.includes(transition)) ?? [];
  return {
    id: transitionId(transition),
    machine: source.machine.id,
    source: source.id,
    event: eventType,
    index: group.indexOf(transition),
    guard: guardName(guard),
    targets: target?.map(({ id }) => id) ?? [],
  };
}

/** One line for one transition: `machine.state: event/guard --> target`. */
export const transitionLine = ({ source, event, index, guard, targets }: TransitionRecord): string =>
  `${source}: ${event}${guard ? `/${guard}` : ''} [${index}] --> ${targets.join(', ') || '(stays)'}`;

const subtree = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(subtree),
];

/** All transitions of a machine. */
export const transitionsOf = (machine: AnyStateMachine): readonly TransitionRecord[] =>
  subtree(machine.root).flatMap((node) => transitionGroups(node).flat().map(recordOf));
