import type { Failure } from '#wire/failure.ts';

export type { Failure };

/** The result of a call: a value, or the reason why there is no value. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export const success = <Value>(value: Value): Result<Value> => ({ ok: true, value });

export const failed = (failure: Failure): Result<never> => ({ ok: false, failure });

/** The failure of a call without an answer of the server. */
export const UNREACHABLE: Failure = { kind: 'unreachable' };

/** The failure shown for an unexpected exception; it has no code. */
export const UNEXPECTED: Failure = { kind: 'malformed', status: 0 };

/** The failure of a result; `UNEXPECTED` for a result that is ok. */
export const failureOf = (answer: Result<unknown>): Failure => (answer.ok ? UNEXPECTED : answer.failure);

/** Whether the server itself refused. After a failure of the network or a gateway, the effect of the call is unknown. */
export const isServerAnswer = (failure: Failure): boolean =>
  failure.kind === 'rejected' && (failure.code !== '' || failure.status < 500);

/** Whether the server checked the submitted value before it refused. A limit of the rate (429) refuses without a check. */
export const wasCheckedByServer = (failure: Failure): boolean =>
  isServerAnswer(failure) && !(failure.kind === 'rejected' && failure.status === 429);
