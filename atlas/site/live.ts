import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  InspectionEvent,
} from 'xstate';
import { type Played, placeOf } from '#atlas/build/player.ts';
import type { Happening, TryState } from '#atlas/build/types.ts';
import { BROKEN, type Cases, DELAYED, DONE, invokedBy, nextEvents } from '#cases/cases.ts';
import { worldOf } from '#cases/world.ts';

type AnyCases = Cases<AnyStateMachine>;

const modules = import.meta.glob<{ readonly cases: AnyCases }>('/cases/*/*.cases.ts', { eager: true });

const own = Object.fromEntries(
  Object.entries(modules).map(([path, { cases }]) => [path.split('/')[2] ?? '', cases]),
);

/** What the world may do to each machine. */
function casesFor(portal: AnyStateMachine): Readonly<Record<string, AnyCases>> {
  const world = worldOf(portal, own, 'leading');
  return { ...world.flows, portal: world.portal };
}

type ActorAt = { readonly path: string; readonly ref: AnyActorRef; readonly snapshot: AnyMachineSnapshot };

/** The portal and the flows that are on, each with the path by which a happening finds it. */
function actorsIn(portal: Played): readonly ActorAt[] {
  const inside = (ref: AnyActorRef, path: string): readonly ActorAt[] => {
    const snapshot = ref.getSnapshot() as AnyMachineSnapshot;
    if (!snapshot || !('_nodes' in snapshot)) return [];
    const children = Object.entries(snapshot.children).flatMap(([name, child]) =>
      child ? inside(child as AnyActorRef, path === 'portal' ? name : `${path}/${name}`) : [],
    );
    return [{ path, ref, snapshot }, ...children];
  };
  return inside(portal, 'portal');
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

/** Background flows: their events are not offered as choices. */
const QUIET = ['history', 'language', 'service-info'];

/** Whether a state asks it: what a machine watches all the time is no answer to anything. */
const isAskedNow = ({ snapshot }: ActorAt, { type }: AnyEventObject): boolean =>
  type.startsWith(DELAYED) || invokedBy(snapshot).some((port) => type.endsWith(`.${port}`));

/** What may happen next: answers to pending calls, and timers; the innermost flow first. */
function choicesIn(portal: Played): readonly Happening[] {
  const cases = casesFor(portal.getSnapshot().machine as AnyStateMachine);
  return actorsIn(portal)
    .filter(({ path }) => !QUIET.includes(path))
    .toReversed()
    .flatMap((found) => {
      const { path, snapshot } = found;
      const events = nextEvents(cases[snapshot.machine.id] ?? { events: [], answers: {} }, snapshot);
      return events
        .filter((event) => isOfTheWorld(event) && isOfPort(found, event) && isAskedNow(found, event))
        .map((event) => ({ to: path, event }));
    });
}

/** Records the events from outside, in order: the path that a link replays. */
export class Recorder {
  readonly happenings: Happening[] = [];
  #portal: Played | null = null;

  /** From now on what happens is noted. */
  begin(portal: Played, already: readonly Happening[]): void {
    this.happenings.push(...already);
    this.#portal = portal;
  }

  readonly inspect = (inspected: InspectionEvent): void => {
    if (inspected.type !== '@xstate.event' || !this.#portal || inspected.sourceRef) return;
    const { event, actorRef } = inspected;
    if (event.type.startsWith('xstate.init') || event.type === 'xstate.stop') return;
    const found = actorsIn(this.#portal).find(({ ref }) => ref === actorRef);
    if (found) this.happenings.push({ to: found.path, event });
  };
}

/** The state that the page around the frame gets. */
export const stateOf = (
  portal: Played,
  { happenings }: Recorder,
  background: readonly string[],
): TryState => ({
  kind: 'munjigi.try',
  place: placeOf(portal, background),
  happenings,
  choices: choicesIn(portal),
});
