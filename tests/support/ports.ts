import {
  type AnyEventObject,
  type AnyStateMachine,
  fromCallback,
  fromPromise,
  type InputFrom,
  type NonReducibleUnknown,
} from 'xstate';
import type { PortLogic, PortName, PortOutput } from '#cases/cases.ts';

/** Resolves when all pending promises have settled. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A call of a port, which lasts until the test answers it or lets it fail. */
export type PortCall<Output, Input> = {
  readonly input: Input;
  /** Whether the calling state has been left. */
  readonly isAborted: () => boolean;
  /** Whether the calling state still waits for the answer. */
  readonly isWaiting: () => boolean;
  /** Answers the call. An aborted call can be answered, too: such an answer is late. */
  readonly answer: (output: Output) => Promise<void>;
  /** Ends the call with an exception. */
  readonly fail: (error: unknown) => Promise<void>;
};

/** A scripted port: every call waits for the test. */
export type ScriptedPort<Output, Input> = {
  /** All calls, the oldest first. */
  readonly calls: readonly PortCall<Output, Input>[];
  /** The call that waits for an answer. Throws unless exactly one call waits. */
  readonly waiting: () => PortCall<Output, Input>;
  readonly isWaiting: () => boolean;
  readonly answer: (output: Output) => Promise<void>;
  readonly fail: (error?: unknown) => Promise<void>;
  /** Forgets all calls, for another run of the same machine. */
  readonly forget: () => void;
};

function scriptedPort<Output, Input extends NonReducibleUnknown>(name: string) {
  const calls: PortCall<Output, Input>[] = [];

  const logic = fromPromise<Output, Input>(({ input, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    let isEnded = false;
    calls.push({
      input,
      isAborted: () => signal.aborted,
      isWaiting: () => !isEnded && !signal.aborted,
      answer: (output) => {
        isEnded = true;
        resolve(output);
        return settle();
      },
      fail: (error) => {
        isEnded = true;
        reject(error);
        return settle();
      },
    });
    return promise;
  });

  const waiting = () => {
    const [call, ...others] = calls.filter((candidate) => candidate.isWaiting());
    if (!call || others.length > 0) {
      throw new Error(
        `${call ? others.length + 1 : 0} calls of the port "${name}" wait for an answer, not 1`,
      );
    }
    return call;
  };

  const port: ScriptedPort<Output, Input> = {
    calls,
    waiting,
    isWaiting: () => calls.some((call) => call.isWaiting()),
    answer: (output) => waiting().answer(output),
    fail: (error = new Error(`The port "${name}" failed`)) => waiting().fail(error),
    forget: () => void calls.splice(0),
  };
  return { port, logic };
}

/** A scripted source of events: the test reports the events. */
export function scriptedSource<Event extends AnyEventObject>() {
  const listeners = new Set<(event: Event) => void>();
  const logic = fromCallback<Event>(({ sendBack }) => {
    listeners.add(sendBack);
    return () => listeners.delete(sendBack);
  });
  const report = (event: Event) => {
    for (const listener of listeners) listener(event);
  };
  return { logic, report, hasListener: () => listeners.size > 0, listenerCount: () => listeners.size };
}

/** Replaces the other tabs, and records the messages that they receive. */
export function scriptedTabs<Message extends AnyEventObject>() {
  const received: Message[] = [];
  const logic = fromCallback<Message>(({ receive }) => {
    receive((event) => received.push(event));
  });
  return { logic, received };
}

export type ScriptedPorts<Machine extends AnyStateMachine> = {
  readonly [Name in PortName<Machine>]: ScriptedPort<
    PortOutput<Machine, Name>,
    InputFrom<PortLogic<Machine, Name>>
  >;
};

/** Lets the ports forget all calls, for another run of the same machine. */
export function forgetCalls(ports: object): void {
  for (const port of Object.values(ports)) port.forget();
}

/**
 * Scripts all ports and invoked machines of a machine.
 * @param provided implementations of actors that are not scripted, and of actions, by their names
 */
export function script<Machine extends AnyStateMachine>(
  machine: Machine,
  provided: { readonly actors?: object; readonly actions?: object } = {},
) {
  const scripted = Object.keys(machine.implementations.actors).map(
    (name) => [name, scriptedPort<unknown, NonReducibleUnknown>(name)] as const,
  );
  const actors = Object.fromEntries(scripted.map(([name, { logic }]) => [name, logic]));
  const ports = Object.fromEntries(scripted.map(([name, { port }]) => [name, port]));
  return {
    machine: machine.provide({
      actors: { ...actors, ...provided.actors },
      actions: { ...provided.actions },
    }) as Machine,
    ports: ports as unknown as ScriptedPorts<Machine>,
  };
}
