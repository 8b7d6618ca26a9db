import {
  type ActorLogic,
  type AnyEventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type Snapshot,
} from 'xstate';

/** A port was called for which no implementation was provided. */
export class UnprovidedPortError extends Error {
  override readonly name = 'UnprovidedPortError';

  constructor(port: string) {
    super(`The port "${port}" is declared but not provided`);
  }
}

/**
 * Declares an effect that returns one result. The declaration itself rejects with {@link UnprovidedPortError}: the page
 * provides the real implementation, a test provides a scripted implementation.
 */
export const port = <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new UnprovidedPortError(name)));

/** Declares an effect that reports events while its state is active. */
export const source = <Event extends AnyEventObject, Input extends NonReducibleUnknown = NonReducibleUnknown>(
  name: string,
) =>
  fromCallback<Event, Input>(() => {
    throw new UnprovidedPortError(name);
  });

/** A flow that another machine runs as its child, of which that machine knows only the input and output. */
export type Flow<Input, Output> = ActorLogic<
  Snapshot<Output> & { readonly output: Output | undefined },
  AnyEventObject,
  Input
>;

/** Declares a flow that a machine runs as its child. The machine of the flow is provided like a port. */
export const flow = <Input, Output>(name: string) => port<Output>(name) as unknown as Flow<Input, Output>;
