/**
 * Why a call was refused. 401: `signedOut`. 403: `csrf`, `proofStale` (sign in again with `again=Y`), `role`,
 * `higherRole`, `lastAdministrator`, `ownAccount`. 429: `tooMany`. 422:
 * `otherSubmission` (the idempotency key of another act). 404: `noAccount`, `noFactor`, `noClient`, `noNotice`,
 * `noJob`, `notFound`. 409: `taken`. 503: `storage`, 500: `fault`. All others: 400.
 */
export const DESK_REFUSAL_CODES = [
  'signedOut',
  'csrf',
  'proofStale',
  'role',
  'higherRole',
  'lastAdministrator',
  'ownAccount',
  'reasonNeeded',
  'invalid',
  'tooMany',
  'tooBig',
  'otherSubmission',
  'notFound',
  'noAccount',
  'taken',
  'idStays',
  'noFactor',
  'noPassword',
  'notLocal',
  'notActive',
  'noClient',
  'nothingMissing',
  'tooManyLinks',
  'notSent',
  'noNotice',
  'noJob',
  'storage',
  'fault',
] as const;
export type DeskRefusalCode = (typeof DESK_REFUSAL_CODES)[number];

/** The body of every refusal. */
export type DeskRefusalBody = {
  readonly code: DeskRefusalCode;
  /** Names of the invalid fields; only with `invalid`. */
  readonly fields?: readonly string[];
  /** With `tooMany`: seconds to wait before another try. */
  readonly retrySeconds?: number;
};
