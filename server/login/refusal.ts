import type { ErrorReason } from '#i18n/error-catalogue.ts';
import type { Details, ErrorName } from './texts.ts';

/** The HTTP statuses of refusals. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

type RefusalExtras = {
  /** Values for the text of the refusal; they are also fields of the answer (rule 132). */
  readonly details?: Details;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further fields of the answer. */
  readonly fields?: Readonly<Record<string, boolean | string>>;
  /** A reason that is more specific than the error code. */
  readonly reason?: ErrorReason;
};

/** Thrown to refuse a call. `errCode` is a code of spec section 8, or a key of `TEXTS` (`server/login/texts.ts`). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;
  readonly errCode: ErrorName;
  readonly extras: RefusalExtras;

  constructor(status: RefusalStatus, errCode: ErrorName, extras: RefusalExtras = {}) {
    super(errCode);
    this.status = status;
    this.errCode = errCode;
    this.extras = extras;
  }
}

/**
 * The refusal of an unknown path or method. A browser that opens such an address receives the error page (rule 159).
 */
export class NoSuchAddress extends Refusal {
  /** @param allow the HTTP methods of the address; absent when the address does not exist */
  constructor(allow?: string) {
    if (allow === undefined) super(404, 'notFound');
    else super(405, 'wrongMethod', { headers: { Allow: allow } });
  }
}
