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

/** Target of the first happening of a path that does not begin in the usual browser: it names the browser. */
const BROWSER = 'browser';

/** The portal is opened in a browser without passkeys, or over an insecure connection. */
export const openedIn = (passkeySupport: PortalInput['passkeySupport']): Happening => ({
  to: BROWSER,
  event: { type: 'browser.opened', passkeySupport },
});

const browserOf = (path: readonly Happening[]): Partial<PortalInput> => {
  const [first] = path;
  return first?.to === BROWSER ? { passkeySupport: first.event['passkeySupport'] } : {};
};

/** Starts the portal on a simulated clock, in the browser of a path. */
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

/** The flow of this name; a path of names leads to a child flow. */
export const flowAt = (portal: Played, path: string): AnyActorRef | undefined =>
  path
    .split('/')
    .reduce((actor: AnyActorRef | undefined, name) => actor?.getSnapshot().children?.[name], portal);

/** A path has an event for a flow that is not running. */
export class FlowNotRunningError extends Error {}

/** Sends an event to the portal or a flow. @throws FlowNotRunningError when that flow is not running */
export function happen(portal: Played, { to, event }: Happening): void {
  if (to === BROWSER) return;
  const target = to === portal.getSnapshot().machine.id ? portal : flowAt(portal, to);
  if (!target) throw new FlowNotRunningError(`The flow "${to}" is not running when ${event.type} arrives`);
  target.send(event);
}

const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

/** Ids of the active states of the portal and its flows, without the background flows. */
export function placeOf(portal: Played, background: readonly string[]): readonly string[] {
  return placesIn(portal.getSnapshot(), background);
}

function placesIn(snapshot: AnyMachineSnapshot, background: readonly string[]): readonly string[] {
  const flows = Object.entries(snapshot.children)
    .filter(([name]) => !background.includes(name))
    .map(([, ref]) => (ref as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined)
    .filter((inner) => inner !== undefined && '_nodes' in inner);
  return [
    ...nodesOf(snapshot).map(({ id }) => id),
    ...flows.flatMap((inner) => placesIn(inner as AnyMachineSnapshot, background)),
  ];
}
