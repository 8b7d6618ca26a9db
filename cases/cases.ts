import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  EventFrom,
  OutputFrom,
} from 'xstate';

type Actors<Machine extends AnyStateMachine> = NonNullable<
  NonNullable<Parameters<Machine['provide']>[0]>['actors']
>;
export type PortName<Machine extends AnyStateMachine> = keyof Actors<Machine> & string;
export type Logic<Machine extends AnyStateMachine, Name extends PortName<Machine>> = NonNullable<
  Actors<Machine>[Name]
>;
export type PortOutput<Machine extends AnyStateMachine, Name extends PortName<Machine>> = OutputFrom<
  Logic<Machine, Name>
>;

export const DONE_PREFIX = 'xstate.done.actor.';
export const ERROR_PREFIX = 'xstate.error.actor.';
export const DELAY_PREFIX = 'xstate.after.';

/** The events and port answers that a machine can receive. */
export type Cases<Machine extends AnyStateMachine> = {
  /** Every event that can be sent, with its values. */
  readonly events: readonly EventFrom<Machine>[];
  /** Every kind of answer of each port, except its failure. */
  readonly answers: { readonly [Name in PortName<Machine>]?: readonly PortOutput<Machine, Name>[] };
  /** Secret texts in the events; the context may contain them only while a port call with them is pending. */
  readonly secrets?: readonly string[];
};

const invocations = (node: AnyStateNode): readonly string[] => node.invoke.map(({ id }) => id);

/** The ports that the active states of a snapshot invoke, without those that the machine itself invokes. */
export const invokedBy = (snapshot: AnyMachineSnapshot): readonly string[] =>
  snapshot._nodes.filter(({ parent }) => parent !== undefined).flatMap(invocations);

/** The events that a machine can receive next; each end of an invoked port has one of the answers of the cases. */
export function nextEvents<Machine extends AnyStateMachine>(
  cases: Cases<Machine>,
  snapshot: AnyMachineSnapshot,
) {
  if (snapshot.status !== 'active') return [];
  const answers: Readonly<Record<string, readonly unknown[] | undefined>> = cases.answers;
  const nodes: readonly AnyStateNode[] = snapshot._nodes;
  const descriptors = new Set(nodes.flatMap(({ transitions }) => [...transitions.keys()]));
  return [...descriptors].flatMap((type): readonly AnyEventObject[] => {
    const port = type.startsWith(DONE_PREFIX) ? type.slice(DONE_PREFIX.length) : null;
    if (port) return (answers[port] ?? []).map((output) => ({ type, output, actorId: port }));
    if (type.startsWith(ERROR_PREFIX))
      return [{ type, error: 'broken', actorId: type.slice(ERROR_PREFIX.length) }];
    if (type.startsWith(DELAY_PREFIX)) return [{ type }];
    return cases.events.filter((event: AnyEventObject) => event.type === type);
  });
}
