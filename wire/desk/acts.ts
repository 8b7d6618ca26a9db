import type { AccountField, AccountStatus } from './people.ts';

/** Body of an act on a person. `reason` where it is asked for. */
export type ActBody = { readonly userId: string; readonly reason?: string };

/** The answer of `unlock`, `wake`, `endSessions`, `disable` and `enable`. */
export type ActDone = {
  /** `unchanged` when it was so before. */
  readonly outcome: 'done' | 'unchanged';
};

/** The answer of `temporaryCode`: shown once, and never again. */
export type IssuedTemporaryCode = {
  readonly code: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
  /** No policy of the person takes a temporary code. */
  readonly isUnused: boolean;
};

/** The answer of `appLink`: the link by which the person's phone is registered, also the text of the QR code. */
export type IssuedAppLink = {
  readonly link: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

/** Body of `removeFactor`; its answer is {@link ActDone}. */
export type RemoveFactorBody = ActBody & { readonly factorId: string };

/** Body of `passwordLink`: by mail where it can. */
export type PasswordLinkBody = ActBody & {
  readonly kind: 'create' | 'change';
  /** The service whose password page it opens. */
  readonly clientId: string;
};

/** The answer of `passwordLink`: sent to addresses, or to be handed over. */
export type IssuedPasswordLink =
  | { readonly outcome: 'sent'; readonly to: readonly string[]; readonly validUntil: number }
  | {
      readonly outcome: 'shown';
      readonly link: string;
      readonly validUntil: number;
      readonly why: 'noMail' | 'noGateway';
    };

/** Body of `add` and `change`: values of fields; empty ones remove. `groups`: the names afterwards; absent, they stay. */
export type AccountBody = ActBody & {
  readonly fields: Readonly<Partial<Record<Exclude<AccountField, 'userId'>, string>>>;
  readonly groups?: readonly string[];
};

/** The answer of `add` and `change`. */
export type AccountDone = {
  readonly userId: string;
  readonly outcome: 'added' | 'changed' | 'unchanged';
  readonly status: AccountStatus;
};
