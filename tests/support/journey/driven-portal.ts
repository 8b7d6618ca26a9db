import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { DELAY_PREFIX, DONE_PREFIX, ERROR_PREFIX } from '#cases/cases.ts';
import { EXISTING_LOGIN } from '#cases/samples.ts';
import { type PortalSnapshot, screenFlowOf } from '#machines/portal/portal.selectors.ts';
import { type OpenPortal, openPortal, portalInput } from '#tests/support/model/portal.ts';
import { isMachineSnapshot, nodesOf } from '#tests/support/model/snapshots.ts';
import { delayOf } from '#tests/support/model/walk.ts';
import { type ScriptedPort, settle } from '#tests/support/ports.ts';
import type { JourneyState, PathEvent } from './graph.ts';
import type { InputChanges } from './machines-and-cases.ts';

type Port = ScriptedPort<unknown, unknown>;

/** The input of the portal in every journey: a service has sent a person who has an existing login in this browser. */
export const JOURNEY_INPUT = portalInput({ config: { ...portalInput().config, login: EXISTING_LOGIN } });

/** A portal that a test drives: every effect outside the machines is scripted. */
export type DrivenPortal = {
  readonly testPortal: OpenPortal;
  readonly state: () => JourneyState;
  /** Sends an event and waits for the end of all effects. */
  readonly send: (pathEvent: PathEvent) => Promise<void>;
  /** The calls that wait for an answer, each with its flow and port. */
  readonly waitingCalls: () => readonly {
    readonly flow: string;
    readonly name: string;
    readonly port: Port;
  }[];
  /** Descriptions of the calls, timers and listeners that still run after the end of the state. */
  readonly leftovers: () => readonly string[];
  /** Descriptions of unexpected exceptions. */
  readonly exceptions: () => readonly string[];
};

type RunningMachine = { readonly name: string; readonly snapshot: AnyMachineSnapshot };

/** Descriptions of the waiting calls and running timers that belong to no active state. */
export function leftoversOf(
  machines: readonly RunningMachine[],
  { waitingCalls, timerCount }: { readonly waitingCalls: readonly string[]; readonly timerCount: number },
): readonly string[] {
  const running = machines.filter(({ snapshot }) => snapshot.status === 'active');
  const invoked = new Set(
    running.flatMap(({ name, snapshot }) =>
      nodesOf(snapshot).flatMap(({ invoke }) => invoke.map(({ id }) => `${name}.${id}`)),
    ),
  );
  const delayCount = running.flatMap(({ snapshot }) =>
    nodesOf(snapshot).flatMap(({ after }) => after),
  ).length;
  return [
    ...waitingCalls.filter((call) => !invoked.has(call)).map((call) => `the call ${call} still waits`),
    ...(timerCount > delayCount ? [`${timerCount - delayCount} timers still run`] : []),
  ];
}

/**
 * Opens a portal in which everything outside the machines is scripted.
 * @param browserWindow the window whose history follows the portal; null if the test checks no address
 */
export function openDrivenPortal(
  changes: InputChanges = {},
  inspect: (event: InspectionEvent) => void = () => undefined,
  browserWindow: Window | null = null,
): DrivenPortal {
  const exceptions: string[] = [];
  const inspectAndCollect = (event: InspectionEvent) => {
    inspect(event);
    if (event.type !== '@xstate.event' || !event.event.type.startsWith(ERROR_PREFIX)) return;
    const { type, error } = event.event as AnyEventObject & { readonly error?: unknown };
    // The exception of a port that the test made to fail is expected.
    if (error !== BROKEN_PORT_ERROR) exceptions.push(`${type}: ${String(error)}`);
  };
  const testPortal = openPortal(
    { ...JOURNEY_INPUT, ...changes },
    { inspect: inspectAndCollect, browserWindow, isPreloaded: false },
  );
  const ports: Readonly<Record<string, Readonly<Record<string, Port>>>> = testPortal.ports as never;
  const portalSnapshot = () => testPortal.actor.getSnapshot() as PortalSnapshot;

  const machines = (): readonly RunningMachine[] =>
    [
      { name: 'portal', snapshot: portalSnapshot() },
      ...Object.entries(portalSnapshot().children as Record<string, AnyActorRef | undefined>).map(
        ([name, ref]) => ({
          name,
          snapshot: ref?.getSnapshot(),
        }),
      ),
    ].flatMap(({ name, snapshot }) => (isMachineSnapshot(snapshot) ? [{ name, snapshot }] : []));

  const state = (): JourneyState => {
    const name = screenFlowOf(portalSnapshot());
    const snapshot = machines().find((machine) => machine.name === name)?.snapshot;
    return { portal: portalSnapshot(), flow: name && snapshot ? { name, snapshot } : null };
  };

  const waitingCalls = () =>
    Object.entries(ports).flatMap(([flow, portsOfFlow]) =>
      Object.entries(portsOfFlow)
        .filter(([, port]) => port.isWaiting())
        .map(([name, port]) => ({ flow, name, port })),
    );

  const leftovers = (): readonly string[] => [
    ...leftoversOf(machines(), {
      waitingCalls: waitingCalls().map(({ flow, name }) => `${flow}.${name}`),
      timerCount: testPortal.clock.timerCount,
    }),
    ...(testPortal.network.listenerCount() > 1
      ? [`${testPortal.network.listenerCount()} listeners for the network`]
      : []),
  ];

  async function send({ to, event }: PathEvent): Promise<void> {
    const { type } = event;
    const portsOfFlow = ports[to] ?? {};
    if (type.startsWith(DONE_PREFIX))
      return portsOfFlow[type.slice(DONE_PREFIX.length)]?.answer(event['output']);
    if (type.startsWith(ERROR_PREFIX))
      return portsOfFlow[type.slice(ERROR_PREFIX.length)]?.fail(BROKEN_PORT_ERROR);
    // `to` is the name of any flow; the type only needs one of them.
    const target = to === 'portal' ? testPortal.actor : testPortal.actor.getSnapshot().children[to as 'push'];
    const snapshot: unknown = target?.getSnapshot();
    if (type.startsWith(DELAY_PREFIX) && isMachineSnapshot(snapshot))
      return testPortal.clock.advance(delayOf(snapshot, type));
    (target as AnyActorRef | undefined)?.send(event);
    return settle();
  }

  return { testPortal, state, send, waitingCalls, leftovers, exceptions: () => exceptions };
}

/** The error of a port that a test made to fail. */
export const BROKEN_PORT_ERROR = new Error('The test made the port fail');
