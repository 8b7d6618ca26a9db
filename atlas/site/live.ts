import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateNode, InspectionEvent } from 'xstate';
import { type ActorAt, activeStatesOf, actorsIn } from '#atlas/screens/replay.ts';
import type { PathEvent, RootActor, ScreenRenderer } from '#atlas/screens/types.ts';
import type { TryState } from './screen-address.ts';

/** Whether an actor is a port of an active state that waits for its answer. A flow is not a port: it ends through its own events. */
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

/** Whether the reader can choose an event: the end of a timer, or the answer of a pending port. */
function isChoosable({ snapshot }: ActorAt, { type }: AnyEventObject): boolean {
  const [, port] = /^xstate\.(?:done|error)\.actor\.(.*)$/.exec(type) ?? [];
  return port === undefined ? type.startsWith('xstate.after.') : isPendingPort(snapshot, port);
}

/** The answers of ports and the ends of timers that can happen next. The answers and timers of the innermost flow are first. */
const choicesIn = (root: RootActor, { eventsOn, withoutChoices }: ScreenRenderer): readonly PathEvent[] =>
  actorsIn(root)
    .filter(({ path }) => !withoutChoices.includes(path))
    .toReversed()
    .flatMap((actor) =>
      eventsOn(root.getSnapshot().machine, actor.snapshot)
        .filter((event) => isChoosable(actor, event))
        .map((event) => ({ to: actor.path, event })),
    );

/**
 * The state of a screen on the page "Try it".
 * @param pathEvents the events since the start
 */
export const tryStateOf = (
  root: RootActor,
  pathEvents: readonly PathEvent[],
  renderer: ScreenRenderer,
): TryState => ({
  activeStates: activeStatesOf(root, renderer.background),
  pathEvents,
  choices: choicesIn(root, renderer),
});

/** An event that a view or a choice of the reader has sent to a machine, as an event of a path; null for any other event. */
export function outsideEvent(root: RootActor, inspected: InspectionEvent): PathEvent | null {
  if (inspected.type !== '@xstate.event' || inspected.sourceRef) return null;
  const { event, actorRef } = inspected;
  if (event.type.startsWith('xstate.init') || event.type === 'xstate.stop') return null;
  const receiver = actorsIn(root).find(({ ref }) => ref === actorRef);
  return receiver ? { to: receiver.path, event } : null;
}
