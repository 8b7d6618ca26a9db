import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  InspectionEvent,
} from 'xstate';
import { activeStatesOf } from '#atlas/screens/replay.ts';
import type { PathEvent, RootActor, ScreenRenderer, TryState } from '#atlas/screens/types.ts';

type ActorAt = { readonly path: string; readonly ref: AnyActorRef; readonly snapshot: AnyMachineSnapshot };

const DONE = 'xstate.done.actor.';
const BROKEN = 'xstate.error.actor.';
const DELAYED = 'xstate.after.';

/** The root machine and the flows that are on, each with the path by which a pathEvent finds it. */
function actorsIn(root: RootActor): readonly ActorAt[] {
  const rootName = root.getSnapshot().machine.id;
  const inside = (ref: AnyActorRef, path: string): readonly ActorAt[] => {
    const snapshot = ref.getSnapshot() as AnyMachineSnapshot;
    if (!snapshot || !('_nodes' in snapshot)) return [];
    const children = Object.entries(snapshot.children).flatMap(([flow, child]) =>
      child ? inside(child as AnyActorRef, path === rootName ? flow : `${path}/${flow}`) : [],
    );
    return [{ path, ref, snapshot }, ...children];
  };
  return inside(root, rootName);
}

const isOfTheWorld = ({ type }: AnyEventObject): boolean =>
  [DONE, BROKEN, DELAYED].some((prefix) => type.startsWith(prefix));

/** A flow ends by itself; only ports are answered. */
const isOfPort = ({ snapshot }: ActorAt, { type }: AnyEventObject): boolean => {
  const prefix = [DONE, BROKEN].find((each) => type.startsWith(each));
  if (prefix === undefined) return true;
  const child = snapshot.children[type.slice(prefix.length)] as AnyActorRef | undefined;
  const inner = child?.getSnapshot() as object | undefined;
  return child !== undefined && !(inner && '_nodes' in inner);
};

/** The actors that the states of a snapshot invoke; those of the machine itself end only with it. */
const invokedBy = ({ _nodes }: AnyMachineSnapshot): readonly string[] =>
  (_nodes as readonly AnyStateNode[])
    .filter(({ parent }) => parent !== undefined)
    .flatMap(({ invoke }) => invoke.map(({ id }) => id));

/** Whether a state asks it: what a machine watches all the time is no answer to anything. */
const isAskedNow = ({ snapshot }: ActorAt, { type }: AnyEventObject): boolean =>
  type.startsWith(DELAYED) || invokedBy(snapshot).some((port) => type.endsWith(`.${port}`));

/** What may happen next: answers to pending calls, and timers; the innermost flow first. */
function choicesIn(root: RootActor, { eventsOn, quiet }: ScreenRenderer): readonly PathEvent[] {
  const machine = root.getSnapshot().machine as AnyStateMachine;
  return actorsIn(root)
    .filter(({ path }) => !quiet.includes(path))
    .toReversed()
    .flatMap((found) =>
      eventsOn(machine, found.snapshot)
        .filter((event) => isOfTheWorld(event) && isOfPort(found, event) && isAskedNow(found, event))
        .map((event) => ({ to: found.path, event })),
    );
}

/** Records the events from outside, in order: the path that a link replays. */
export class Recorder {
  readonly pathEvents: PathEvent[] = [];
  #root: RootActor | null = null;

  /** Starts recording what happens. */
  begin(root: RootActor, already: readonly PathEvent[]): void {
    this.pathEvents.push(...already);
    this.#root = root;
  }

  readonly inspect = (inspected: InspectionEvent): void => {
    if (inspected.type !== '@xstate.event' || !this.#root || inspected.sourceRef) return;
    const { event, actorRef } = inspected;
    if (event.type.startsWith('xstate.init') || event.type === 'xstate.stop') return;
    const found = actorsIn(this.#root).find(({ ref }) => ref === actorRef);
    if (found) this.pathEvents.push({ to: found.path, event });
  };
}

/** The state that the page around the frame gets. */
export const stateOf = (root: RootActor, { pathEvents }: Recorder, renderer: ScreenRenderer): TryState => ({
  kind: 'atlas.try',
  place: activeStatesOf(root, renderer.background),
  pathEvents,
  choices: choicesIn(root, renderer),
});
