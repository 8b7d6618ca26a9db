import {
  type ActorLogic,
  type AnyEventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type Snapshot,
} from 'xstate';

/** A port was called before the composition root provided it. */
export class UnprovidedPortError extends Error {
  override readonly name = 'UnprovidedPortError';

  constructor(port: string) {
    super(`The port "${port}" is declared but not provided`);
  }
}

/**
 * Declares an effect that answers once. The declaration rejects with {@link UnprovidedPortError}; the
 * real effect is provided in the composition root, a scripted one in tests.
 */
export const port = <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new UnprovidedPortError(name)));

/** Declares an effect that reports events for as long as its state lasts. */
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

/** Declares a flow that a machine runs as its child without knowing its machine. */
export const flow = <Input, Output>(name: string) => port<Output>(name) as unknown as Flow<Input, Output>;
