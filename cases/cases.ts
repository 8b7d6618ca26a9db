import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  EventFrom,
  OutputFrom,
} from 'xstate';

type MachineActors<Machine extends AnyStateMachine> = NonNullable<
  NonNullable<Parameters<Machine['provide']>[0]>['actors']
>;
/** The name of a port of a machine. */
export type PortName<Machine extends AnyStateMachine> = keyof MachineActors<Machine> & string;
/** The actor logic of a port. */
export type PortLogic<Machine extends AnyStateMachine, Name extends PortName<Machine>> = NonNullable<
  MachineActors<Machine>[Name]
>;
/** The output of a port. */
export type PortOutput<Machine extends AnyStateMachine, Name extends PortName<Machine>> = OutputFrom<
  PortLogic<Machine, Name>
>;

/** Beginnings of the types of XState's own events: an actor is done, an actor has failed, or a delay has passed. */
export const DONE_PREFIX = 'xstate.done.actor.';
export const ERROR_PREFIX = 'xstate.error.actor.';
export const DELAY_PREFIX = 'xstate.after.';

/** The events and the answers of ports that a machine can receive in tests and in the atlas. */
export type Cases<Machine extends AnyStateMachine> = {
  /** Events with their values: one for each kind of event, or several when different values matter. */
  readonly events: readonly EventFrom<Machine>[];
  /** The answers of each port, by its name. The error of a broken port is not listed. */
  readonly answers: { readonly [Name in PortName<Machine>]?: readonly PortOutput<Machine, Name>[] };
  /** Secret texts in the events. A context may contain a secret only while a port uses the secret. */
  readonly secrets?: readonly string[];
};

const invokedIds = (node: AnyStateNode): readonly string[] => node.invoke.map(({ id }) => id);

/** The ports that the active states of a snapshot invoke. Ports that the root of the machine invokes are left out. */
export const portsInvokedBy = (snapshot: AnyMachineSnapshot): readonly string[] =>
  snapshot._nodes.filter(({ parent }) => parent !== undefined).flatMap(invokedIds);

/**
 * The events that a machine can receive next: the events of the cases, each answer of an invoked port, the error of an
 * invoked port, and the end of a delay.
 */
export function nextEvents<Machine extends AnyStateMachine>(
  cases: Cases<Machine>,
  snapshot: AnyMachineSnapshot,
) {
  if (snapshot.status !== 'active') return [];
  const answers: Readonly<Record<string, readonly unknown[] | undefined>> = cases.answers;
  const nodes: readonly AnyStateNode[] = snapshot._nodes;
  const eventTypes = new Set(nodes.flatMap(({ transitions }) => [...transitions.keys()]));
  return [...eventTypes].flatMap((type): readonly AnyEventObject[] => {
    const port = type.startsWith(DONE_PREFIX) ? type.slice(DONE_PREFIX.length) : null;
    if (port) return (answers[port] ?? []).map((output) => ({ type, output, actorId: port }));
    if (type.startsWith(ERROR_PREFIX))
      return [{ type, error: 'broken', actorId: type.slice(ERROR_PREFIX.length) }];
    if (type.startsWith(DELAY_PREFIX)) return [{ type }];
    return cases.events.filter((event: AnyEventObject) => event.type === type);
  });
}
