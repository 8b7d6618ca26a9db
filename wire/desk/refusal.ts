/**
 * Reasons why a call was refused. The status of the response is 401 for `signedOut`; 403 for `csrf`, `proofStale` (the
 * person has to sign in again with `again=Y`), `role`, `higherRole`, `lastAdministrator` and `ownAccount`; 404 for
 * `noAccount`, `noFactor`, `noClient`, `noNotice`, `noJob` and `notFound`; 409 for `taken` (another account has the
 * ID); 422 for `otherSubmission` (another act has used the idempotency key); 429 for `tooMany`; 500 for `fault`; 503
 * for `storage`; and 400 for all other reasons, such as `idStays` (an ID cannot be changed) or `nothingMissing` (the
 * account needs no link for a first password). Most have a text `desk.failure.*` in `i18n/desk.en.json`.
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

/** The response body of every refused call. */
export type DeskRefusalBody = {
  readonly code: DeskRefusalCode;
  /** Names of the invalid fields; only with `invalid`. */
  readonly fields?: readonly string[];
  /** With `tooMany`: seconds to wait before another try. */
  readonly retrySeconds?: number;
};
