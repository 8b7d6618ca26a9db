import type { AuthenticatorLookUp } from '#machines/shared/authenticators.ts';
import type { FactorType } from '#machines/shared/factor.ts';
import type { SelfAuthMethod, UserTokens } from '#machines/shared/policy.ts';
import type { AppRegistrationInput } from '#machines/shared/registration.ts';
import type { Failure } from '#machines/shared/result.ts';
import type { TokenCode } from '#wire/token-codes.ts';

export type ManagementInput = {
  readonly userId: string;
  readonly clientId: string;
  readonly policyId: string;
  /** The method that was asked for: 7, 8, 9, 10, 11 or 12; null when the person chooses (decisions 27 and 204). */
  readonly code: TokenCode | null;
  /** The kinds that the policy lets people register (decision 203). */
  readonly kinds: readonly FactorType[];
  readonly ways: AppRegistrationInput['ways'];
  readonly selfAuth: Readonly<Record<SelfAuthMethod, boolean>>;
  readonly contacts: Pick<UserTokens, 'phoneNumber' | 'internalMail' | 'privateMail'>;
  readonly ip: string;
  /** On SaaS the licence checks block nothing (decision 98). */
  readonly isSaas: boolean;
  readonly isPasskeySupported: boolean;
};

/** What is known of the person before anything is registered. */
export type Standing = AuthenticatorLookUp & {
  /** Whether there is a password to ask for (decision 202). */
  readonly hasPassword: boolean;
};

export type ManagementOutcome =
  | { readonly reason: 'back' }
  /** `code` is the method of the new factor. */
  | { readonly reason: 'registered'; readonly code: TokenCode };

export type ManagementEvent =
  | { readonly type: 'lookup.retry' }
  | { readonly type: 'password.submitted'; readonly password: string }
  | { readonly type: 'password.edited' }
  | { readonly type: 'kind.chosen'; readonly kind: FactorType }
  | { readonly type: 'management.back' }
  | { readonly type: 'success.confirmed' }
  | { readonly type: 'failure.dismissed' };

export type ManagementContext = ManagementInput & {
  readonly standing: Standing | null;
  readonly kind: FactorType | null;
  /** The identity token; empty before the password or the check has given one. */
  readonly token: string;
  /** The server has forgotten what was proved, and everything is proved once more (decision 214). */
  readonly isAgain: boolean;
  readonly problem: 'info.enter.pw' | null;
  readonly failure: Failure | null;
  readonly outcome: ManagementOutcome;
};
