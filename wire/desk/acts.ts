import type { AccountField } from './people.ts';

/** Body of an act on a person, with `reason` where it is required. */
export type ActBody = { readonly userId: string; readonly reason?: string };

/** The answer of `unlock`, `wake` and `endSessions`. */
export type ActResult = {
  /** `unchanged` when there was nothing to do. */
  readonly outcome: 'done' | 'unchanged';
};

/** The answer of `temporaryCode`. The code is shown once. */
export type IssuedTemporaryCode = {
  readonly code: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
  /** No policy of the person allows a temporary code. */
  readonly isAcceptedNowhere: boolean;
};

/** The answer of `appLink`: a link that registers the person's phone, also the text of the QR code. */
export type IssuedAppLink = {
  readonly link: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

/** Body of `removeFactor`; its answer is {@link ActResult}. */
export type RemoveFactorBody = ActBody & { readonly factorId: string };

/** Body of `passwordLink`. The link is mailed if the account has an address. */
export type PasswordLinkBody = ActBody & {
  readonly kind: 'create' | 'change';
  /** The service whose password page it opens. */
  readonly clientId: string;
};

/** The answer of `passwordLink`: mailed, or shown to be handed over. */
export type IssuedPasswordLink =
  | { readonly outcome: 'sent'; readonly to: readonly string[]; readonly validUntil: number }
  | {
      readonly outcome: 'shown';
      readonly link: string;
      readonly validUntil: number;
      readonly why: 'noMail' | 'noGateway';
    };

/**
 * The SCIM attributes that `add` and `change` send. An empty value clears a field; `groups` replaces all groups when
 * present.
 */
export type AccountBody = ActBody & {
  readonly fields: Readonly<Partial<Record<Exclude<AccountField, 'userId'>, string>>>;
  readonly groups?: readonly string[];
};
