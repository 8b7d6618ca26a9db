import type { AuthenticatorLookUp } from '#machines/shared/authenticators.ts';
import type { Factor } from '#machines/shared/factor.ts';
import type { IdentityMethod } from '#machines/shared/policy.ts';
import type { AppRegistrationInput } from '#machines/shared/registration.ts';
import type { Failure } from '#machines/shared/result.ts';
import type { FactorType } from '#wire/factor-types.ts';
import type { FlowType } from '#wire/runtime-config.ts';
import type { TypeCode } from '#wire/type-codes.ts';

export type ManagementInput = {
  readonly userId: string;
  readonly clientId: string;
  readonly policyId: string;
  /** Whether the portal stores the password of the account, not another system. */
  readonly isLocalUser: boolean;
  /** The requested method: 7, 8, 9, 10, 11 or 12; null when the person chooses (rules 27 and 204). */
  readonly code: TypeCode | null;
  /** The factor types that the policy lets people register (rule 203). */
  readonly factorTypes: readonly FactorType[];
  readonly appMethods: AppRegistrationInput['appMethods'];
  /** Whether each method of the identity check is allowed. */
  readonly selfAuth: Readonly<Record<IdentityMethod, boolean>>;
  readonly isInsideApp: boolean;
  /** The masked phone number to which a link can be sent; null when the person has no phone number. */
  readonly phoneNumber: string | null;
  /** The public IP address of the device. */
  readonly ip: string;
  /** Whether the portal runs as SaaS, where the licence checks do not block anything (rule 98). */
  readonly isSaas: boolean;
  readonly isPasskeySupported: boolean;
  /** Whether the server lists the factors of a person (rule 217). */
  readonly listsFactors: boolean;
  /** Whether the overview is shown, because the address has no factor type. */
  readonly hasOverview: boolean;
  /** The session type that is sent when the default is saved. */
  readonly flowType: FlowType;
  /** The default method of the step from which the management was opened; null when there is no default method. */
  readonly defaultCode: TypeCode | null;
};

/** The factors of a person, and whether they have a password. */
export type RegisteredFactors = AuthenticatorLookUp & {
  /** Whether the person has a password (rule 202). */
  readonly hasPassword: boolean;
};

/** How the management has ended. */
export type ManagementOutcome =
  | { readonly reason: 'back' }
  /** The person has to sign in first, and returns afterwards (rule 202). */
  | { readonly reason: 'signIn' }
  | ManagementChange;

/** A change after which the portal fetches the policy again. */
export type ManagementChange =
  /** Anything except a first registration was changed. */
  | { readonly reason: 'changed' }
  /** `code` is the method of the new factor. */
  | { readonly reason: 'registered'; readonly code: TypeCode };

export type ManagementEvent =
  | { readonly type: 'lookup.retry' }
  | { readonly type: 'password.submitted'; readonly password: string }
  | { readonly type: 'password.edited' }
  | { readonly type: 'type.chosen'; readonly factorType: FactorType }
  | { readonly type: 'default.open' }
  /** Sets the default, or clears it when it is set. */
  | { readonly type: 'default.toggle' }
  | { readonly type: 'factor.register' }
  | { readonly type: 'management.back' }
  /** The person signs in first, because the identity check proves less than a sign-in. */
  | { readonly type: 'login.request' }
  /** The history requests another step: Back acts as the button Prev (rule 198). */
  | { readonly type: 'step.requested'; readonly step: string }
  | { readonly type: 'success.confirmed' }
  | { readonly type: 'failure.dismissed' };

export type ManagementContext = ManagementInput & {
  readonly registered: RegisteredFactors | null;
  readonly factorType: FactorType | null;
  /** The identity token; empty until the check of the password or the identity check has returned a token. */
  readonly token: string;
  /** Whether the person replaces a factor, or adds another factor of the same type. */
  readonly isReplacing: boolean;
  /** Whether the person has returned to the choice of the factor type. */
  readonly isChoosing: boolean;
  /** The person's factors of the factor type; empty when the server does not list them. */
  readonly factorsOfType: readonly Factor[];
  /** Whether the person has just set or cleared the default method. */
  readonly hasSetDefault: boolean;
  /** Whether the identity proof has expired, so that a new proof is required (rule 214). */
  readonly isProofRequiredAgain: boolean;
  readonly problem: 'info.enter.pw' | null;
  readonly failure: Failure | null;
  /** The last change on this screen; null when nothing was changed. */
  readonly change: ManagementChange | null;
  readonly outcome: ManagementOutcome | null;
};
