import type { Failure } from '#wire/failure.ts';

export type { Failure };

export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export const success = <Value>(value: Value): Result<Value> => ({ ok: true, value });

export const failed = (failure: Failure): Result<never> => ({ ok: false, failure });

export const UNREACHABLE: Failure = { kind: 'unreachable' };

/** The failure shown for an unexpected exception; it has no code. */
export const UNEXPECTED: Failure = { kind: 'malformed', status: 0 };

/** The failure of a result; `UNEXPECTED` for a result that is ok. */
export const failureOf = (answer: Result<unknown>): Failure => (answer.ok ? UNEXPECTED : answer.failure);

/** Whether a failure is the server's own answer; after a failure of the network or a gateway the result is unknown. */
export const isServerAnswer = (failure: Failure): boolean =>
  failure.kind === 'rejected' && (failure.code !== '' || failure.status < 500);

/** Whether the server has checked the submitted value before it refused; it does not when it limits the rate (429). */
export const hasBeenChecked = (failure: Failure): boolean =>
  isServerAnswer(failure) && !(failure.kind === 'rejected' && failure.status === 429);
