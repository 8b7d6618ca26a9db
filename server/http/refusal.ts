import type { Details, TextKey } from '#server/texts.ts';

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500;

type Extras = {
  /** Values of the text, which the answer also carries as fields (decision 132). */
  readonly details?: Details;
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields that the answer has beside those of every refusal. */
  readonly fields?: Readonly<Record<string, boolean | string>>;
  /** The text to say when it is not the one of the code. */
  readonly text?: TextKey;
};

/** A call is refused: `errCode` is a code of spec section 8 or the name of a guard. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;
  readonly errCode: TextKey;
  readonly extras: Extras;

  constructor(status: RefusalStatus, errCode: TextKey, extras: Extras = {}) {
    super(errCode);
    this.status = status;
    this.errCode = errCode;
    this.extras = extras;
  }
}

/**
 * Nothing stands at the address, or nothing that takes the method. Who typed it into the address bar is shown
 * the error page (decision 159).
 */
export class NoSuchAddress extends Refusal {
  /** @param allow the methods that the address takes; absent when there is nothing. */
  constructor(allow?: string) {
    if (allow === undefined) super(404, 'notFound');
    else super(405, 'wrongMethod', { headers: { Allow: allow } });
  }
}
