import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  InspectionEvent,
} from 'xstate';
import { type ActorAt, activeStatesOf, actorsIn } from '#atlas/screens/replay.ts';
import {
  type PathEvent,
  type RootActor,
  type ScreenRenderer,
  TRY_MESSAGE,
  type TryState,
} from '#atlas/screens/types.ts';

/** Whether an actor can be answered: only a port that a state invokes, since a flow ends through its own events. */
function isPendingPort({ _nodes, children }: AnyMachineSnapshot, name: string): boolean {
  const inner = (children[name] as AnyActorRef | undefined)?.getSnapshot() as object | undefined;
  const isFlow = inner !== undefined && '_nodes' in inner;
  return (
    children[name] !== undefined &&
    !isFlow &&
    (_nodes as readonly AnyStateNode[]).some(
      ({ parent, invoke }) => parent !== undefined && invoke.some(({ id }) => id === name),
    )
  );
}

/** Whether an event may come next from outside: a timer, or the answer of a pending port. */
function isChoice({ snapshot }: ActorAt, { type }: AnyEventObject): boolean {
  const [, port] = /^xstate\.(?:done|error)\.actor\.(.*)$/.exec(type) ?? [];
  return port === undefined ? type.startsWith('xstate.after.') : isPendingPort(snapshot, port);
}

/** The answers and timers that may come next, those of the innermost flow first. */
const choicesIn = (root: RootActor, { eventsOn, withoutChoices }: ScreenRenderer): readonly PathEvent[] =>
  actorsIn(root)
    .filter(({ path }) => !withoutChoices.includes(path))
    .toReversed()
    .flatMap((actor) =>
      eventsOn(root.getSnapshot().machine as AnyStateMachine, actor.snapshot)
        .filter((event) => isChoice(actor, event))
        .map((event) => ({ to: actor.path, event })),
    );

/** Records the events from outside in order, as the path that a link replays. */
export class PathRecorder {
  readonly pathEvents: PathEvent[] = [];
  #root: RootActor | null = null;

  /** Starts recording. @param replayed the events so far */
  start(root: RootActor, replayed: readonly PathEvent[]): void {
    this.pathEvents.push(...replayed);
    this.#root = root;
  }

  readonly inspect = (inspected: InspectionEvent): void => {
    if (inspected.type !== '@xstate.event' || !this.#root || inspected.sourceRef) return;
    const { event, actorRef } = inspected;
    if (event.type.startsWith('xstate.init') || event.type === 'xstate.stop') return;
    const receiver = actorsIn(this.#root).find(({ ref }) => ref === actorRef);
    if (receiver) this.pathEvents.push({ to: receiver.path, event });
  };
}

/** The message to the page around the frame. */
export const tryStateOf = (
  root: RootActor,
  { pathEvents }: PathRecorder,
  renderer: ScreenRenderer,
): TryState => ({
  kind: TRY_MESSAGE,
  activeStates: activeStatesOf(root, renderer.background),
  pathEvents,
  choices: choicesIn(root, renderer),
});
