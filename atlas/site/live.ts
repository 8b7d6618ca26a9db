import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateNode, InspectionEvent } from 'xstate';
import { type ActorAt, activeStatesOf, actorsIn } from '#atlas/screens/replay.ts';
import type { PathEvent, RootActor, ScreenRenderer } from '#atlas/screens/types.ts';
import type { TryState } from './screen-address.ts';

/** Whether an actor can be answered: only a port that a state invokes, since a flow ends through its own events. */
function isPendingPort({ _nodes, children }: AnyMachineSnapshot, name: string): boolean {
  const child = children[name] as AnyActorRef | undefined;
  const isFlow = '_nodes' in Object(child?.getSnapshot());
  return (
    child !== undefined &&
    !isFlow &&
    (_nodes as readonly AnyStateNode[]).some(
      ({ parent, invoke }) => parent !== undefined && invoke.some(({ id }) => id === name),
    )
  );
}

/** Whether an event may come next from outside: a timer, or the answer of a pending port. */
function isOutsideChoice({ snapshot }: ActorAt, { type }: AnyEventObject): boolean {
  const [, port] = /^xstate\.(?:done|error)\.actor\.(.*)$/.exec(type) ?? [];
  return port === undefined ? type.startsWith('xstate.after.') : isPendingPort(snapshot, port);
}

/** The answers and timers that may come next, first those of the innermost flow. */
const choicesIn = (root: RootActor, { eventsOn, withoutChoices }: ScreenRenderer): readonly PathEvent[] =>
  actorsIn(root)
    .filter(({ path }) => !withoutChoices.includes(path))
    .toReversed()
    .flatMap((actor) =>
      eventsOn(root.getSnapshot().machine, actor.snapshot)
        .filter((event) => isOutsideChoice(actor, event))
        .map((event) => ({ to: actor.path, event })),
    );

/** The state of a screen to try. @param pathEvents the events so far */
export const tryStateOf = (
  root: RootActor,
  pathEvents: readonly PathEvent[],
  renderer: ScreenRenderer,
): TryState => ({
  activeStates: activeStatesOf(root, renderer.background),
  pathEvents,
  choices: choicesIn(root, renderer),
});

/** The event if a machine got it from outside, by a view or a choice; null for any other event. */
export function outsideEvent(root: RootActor, inspected: InspectionEvent): PathEvent | null {
  if (inspected.type !== '@xstate.event' || inspected.sourceRef) return null;
  const { event, actorRef } = inspected;
  if (event.type.startsWith('xstate.init') || event.type === 'xstate.stop') return null;
  const receiver = actorsIn(root).find(({ ref }) => ref === actorRef);
  return receiver ? { to: receiver.path, event } : null;
}
