import type { AccountField } from './people.ts';

/** Body of an act on the account `userId`. `reason` is present when the act requires a reason. */
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
  /** Whether no policy of the person allows a temporary code. */
  readonly isAcceptedNowhere: boolean;
};

/**
 * The answer of `appLink`: a link that registers the person's phone. A QR code on the screen contains the same link.
 */
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
  /** The service whose password page the link opens. */
  readonly clientId: string;
};

/** The answer of `passwordLink`. `validUntil` is in epoch milliseconds. */
export type IssuedPasswordLink =
  /** The link was mailed to the addresses `to`. */
  | { readonly outcome: 'sent'; readonly to: readonly string[]; readonly validUntil: number }
  /**
   * The link could not be mailed: the account has no mail address, or the server has no mail gateway. The desk shows
   * it, and the desk user hands it over.
   */
  | {
      readonly outcome: 'shown';
      readonly link: string;
      readonly validUntil: number;
      readonly why: 'noMail' | 'noGateway';
    };

/**
 * The values of an account that `add` and `change` send. An empty value clears a field. If `groups` is present, it
 * replaces all groups of the account.
 */
export type AccountBody = ActBody & {
  readonly fields: Readonly<Partial<Record<Exclude<AccountField, 'userId'>, string>>>;
  readonly groups?: readonly string[];
};
