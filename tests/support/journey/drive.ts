import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateNode, InspectionEvent } from 'xstate';
import { DELAY_PREFIX, DONE_PREFIX, ERROR_PREFIX } from '#cases/cases.ts';
import { OWN_LOGIN } from '#cases/samples.ts';
import { type PortalSnapshot, screenFlowOf } from '#machines/portal/portal.selectors.ts';
import { type OpenPortal, openPortal, portalInput } from '#tests/support/model/portal.ts';
import { delayOf } from '#tests/support/model/walk.ts';
import { type ScriptedPort, settle } from '#tests/support/ports.ts';
import type { JourneyState, PathEvent } from './graph.ts';
import type { InputChanges } from './machines-and-cases.ts';

type Port = ScriptedPort<unknown, unknown>;

const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot;

const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

/** The input with which every journey begins: a service sends a person who has an existing login in this browser. */
export const JOURNEY_INPUT = portalInput({ config: { ...portalInput().config, login: OWN_LOGIN } });

export type Drive = {
  readonly testPortal: OpenPortal;
  readonly state: () => JourneyState;
  /** Sends an event and waits until its effects have settled. */
  readonly send: (pathEvent: PathEvent) => Promise<void>;
  /** Calls that wait for an answer, by flow and port. */
  readonly waiting: () => readonly { readonly flow: string; readonly name: string; readonly port: Port }[];
  /** Calls, timers and listeners that states have not ended on leaving. */
  readonly leftovers: () => readonly string[];
  /** Messages of unexpected exceptions: no flow may end in one. */
  readonly exceptions: () => readonly string[];
};

type RunningMachine = { readonly name: string; readonly snapshot: AnyMachineSnapshot };

/** Waiting calls and running timers that belong to no active state. */
export function leftoversOf(
  machines: readonly RunningMachine[],
  { waiting, timers }: { readonly waiting: readonly string[]; readonly timers: number },
): readonly string[] {
  const running = machines.filter(({ snapshot }) => snapshot.status === 'active');
  const invoked = new Set(
    running.flatMap(({ name, snapshot }) =>
      nodesOf(snapshot).flatMap(({ invoke }) => invoke.map(({ id }) => `${name}.${id}`)),
    ),
  );
  const delays = running.flatMap(({ snapshot }) => nodesOf(snapshot).flatMap(({ after }) => after)).length;
  return [
    ...waiting.filter((call) => !invoked.has(call)).map((call) => `the call ${call} still waits`),
    ...(timers > delays ? [`${timers - delays} timers still run`] : []),
  ];
}

/** Opens a portal in which everything outside the machines is scripted. */
export function drive(
  changes: InputChanges = {},
  inspect: (event: InspectionEvent) => void = () => undefined,
  page: Window | null = null,
): Drive {
  const exceptions: string[] = [];
  const inspectAndCollect = (event: InspectionEvent) => {
    inspect(event);
    if (event.type !== '@xstate.event' || !event.event.type.startsWith(ERROR_PREFIX)) return;
    const { type, error } = event.event as AnyEventObject & { readonly error?: unknown };
    // A port that was made to break is no unexpected exception.
    if (error !== BROKEN_PORT) exceptions.push(`${type}: ${String(error)}`);
  };
  const testPortal = openPortal({ ...JOURNEY_INPUT, ...changes }, inspectAndCollect, page, false);
  const ports: Readonly<Record<string, Readonly<Record<string, Port>>>> = testPortal.ports as never;
  const portal = () => testPortal.actor.getSnapshot() as PortalSnapshot;

  const machines = (): readonly RunningMachine[] =>
    [
      { name: 'portal', snapshot: portal() },
      ...Object.entries(portal().children as Record<string, AnyActorRef | undefined>).map(([name, ref]) => ({
        name,
        snapshot: ref?.getSnapshot(),
      })),
    ].flatMap(({ name, snapshot }) => (isMachine(snapshot) ? [{ name, snapshot }] : []));

  const state = (): JourneyState => {
    const name = screenFlowOf(portal());
    const snapshot = machines().find((machine) => machine.name === name)?.snapshot;
    return { portal: portal(), flow: name && snapshot ? { name, snapshot } : null };
  };

  const waiting = () =>
    Object.entries(ports).flatMap(([flow, portsOfFlow]) =>
      Object.entries(portsOfFlow)
        .filter(([, port]) => port.isWaiting())
        .map(([name, port]) => ({ flow, name, port })),
    );

  const leftovers = (): readonly string[] => [
    ...leftoversOf(machines(), {
      waiting: waiting().map(({ flow, name }) => `${flow}.${name}`),
      timers: testPortal.clock.timers,
    }),
    ...(testPortal.network.watchers() > 1
      ? [`${testPortal.network.watchers()} listeners for the network`]
      : []),
  ];

  async function send({ to, event }: PathEvent): Promise<void> {
    const { type } = event;
    const portsOfFlow = ports[to] ?? {};
    if (type.startsWith(DONE_PREFIX))
      return portsOfFlow[type.slice(DONE_PREFIX.length)]?.answer(event['output']);
    if (type.startsWith(ERROR_PREFIX)) return portsOfFlow[type.slice(ERROR_PREFIX.length)]?.fail(BROKEN_PORT);
    const target = to === 'portal' ? testPortal.actor : testPortal.actor.getSnapshot().children[to as 'push'];
    const snapshot: unknown = target?.getSnapshot();
    if (type.startsWith(DELAY_PREFIX) && isMachine(snapshot))
      return testPortal.clock.advance(delayOf(snapshot, type));
    (target as AnyActorRef | undefined)?.send(event);
    return settle();
  }

  return { testPortal, state, send, waiting, leftovers, exceptions: () => exceptions };
}

/** The error of a port that is made to fail. */
export const BROKEN_PORT = new Error('The port was made to break');
