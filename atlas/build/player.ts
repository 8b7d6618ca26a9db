import {
  type ActorRef,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
  fromCallback,
  type InspectionEvent,
  SimulatedClock,
  StateMachine,
} from 'xstate';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import type { Happening } from './types.ts';

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;

/** A port that never answers: its answers are events of the path. */
const silent = fromCallback(() => undefined);

/** A machine whose ports, and those of its flows, reach nothing. */
export function quiet(machine: AnyStateMachine): AnyStateMachine {
  const { actors } = machine.implementations;
  const silenced = Object.entries(actors).map(([name, logic]) => [
    name,
    isMachine(logic) ? quiet(logic) : silent,
  ]);
  return machine.provide({ actors: Object.fromEntries(silenced) });
}

export type Played = ActorRef<AnyMachineSnapshot, never> & AnyActorRef;

/** Where a path begins that is not in the usual browser: the first that happens says in which. */
const BROWSER = 'browser';

/** A browser without passkeys, or with a connection over which there are none, opens the portal. */
export const openedIn = (passkeySupport: PortalInput['passkeySupport']): Happening => ({
  to: BROWSER,
  event: { type: 'browser.opened', passkeySupport },
});

const browserOf = (path: readonly Happening[]): Partial<PortalInput> => {
  const [first] = path;
  return first?.to === BROWSER ? { passkeySupport: first.event['passkeySupport'] } : {};
};

/** Starts the portal on a clock that stands still, in the browser of a path. */
export function begin(
  portal: AnyStateMachine,
  input: PortalInput,
  path: readonly Happening[],
  inspect?: (event: InspectionEvent) => void,
): Played {
  const clock = new SimulatedClock();
  const actor = createActor(portal, {
    input: { ...input, ...browserOf(path) },
    clock,
    ...(inspect ? { inspect } : {}),
  });
  return actor.start() as unknown as Played;
}

/** The flow by this name, inside others where the name says so. */
export const flowAt = (portal: Played, path: string): AnyActorRef | undefined =>
  path
    .split('/')
    .reduce((actor: AnyActorRef | undefined, name) => actor?.getSnapshot().children?.[name], portal);

/** A path has an event for a flow that is not running. */
export class NotOnError extends Error {}

/** Lets something happen. Throws when the flow to which it should happen is not on. */
export function happen(portal: Played, { to, event }: Happening): void {
  if (to === BROWSER) return;
  const target = to === portal.getSnapshot().machine.id ? portal : flowAt(portal, to);
  if (!target) throw new NotOnError(`The flow "${to}" is not on when ${event.type} comes`);
  target.send(event);
}

const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

/** Ids of the states that the portal and the flows of its screens are in. */
export function placeOf(portal: Played, beside: readonly string[]): readonly string[] {
  return placesIn(portal.getSnapshot(), beside);
}

function placesIn(snapshot: AnyMachineSnapshot, beside: readonly string[]): readonly string[] {
  const flows = Object.entries(snapshot.children)
    .filter(([name]) => !beside.includes(name))
    .map(([, ref]) => (ref as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined)
    .filter((inner) => inner !== undefined && '_nodes' in inner);
  return [
    ...nodesOf(snapshot).map(({ id }) => id),
    ...flows.flatMap((inner) => placesIn(inner as AnyMachineSnapshot, beside)),
  ];
}
