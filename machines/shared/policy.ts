import type { AppMethod } from '#machines/shared/registration.ts';
import { METHOD_NAMES, type MethodName } from '#wire/methods.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** Methods that a policy may allow (spec section 3, authMethod). */
export const METHODS = METHOD_NAMES;
export type Method = MethodName;

/** A token of the second step (rule 101). */
export type SecondToken = Method | 'qrCode';

/**
 * Methods of the identity check (spec section 3, selfAuth, and section 4). The first available method of this order is
 * selected when the screen opens.
 */
export const IDENTITY_METHODS = ['sms', 'internalMail', 'privateMail', 'mobileOtp', 'push'] as const;
export type IdentityMethod = (typeof IDENTITY_METHODS)[number];

/**
 * The registered tokens of a person, each with a detail that is shown. `null` means not registered; an empty string means
 * registered, without a detail. The server masks contacts, serial numbers and public IDs.
 */
export type UserTokens = {
  readonly phoneNumber: string | null;
  readonly internalMail: string | null;
  readonly privateMail: string | null;
  readonly otpCard: string | null;
  readonly yubikeyFirst: string | null;
  readonly yubikeySecond: string | null;
  /** A device, or `offline` (spec section 3). */
  readonly mobileApp: string | null;
  readonly passkey: string | null;
};

/** The default method of a person, and whether it starts automatically (rule 61). */
export type FixedToken = { readonly tokenCode: TypeCode; readonly alwaysSend: boolean };

/** The answer of the policy check, decoded (spec section 3, Policy). */
export type Policy = {
  readonly policyId: string;
  /** Whether a second step is required. */
  readonly secondAuth: boolean;
  /**
   * Whether the password gate was passed. Used for navigation only; the server has its own state (rule
   * 16).
   */
  readonly check: boolean;
  /** Null when the person has no default method. */
  readonly fixedToken: FixedToken | null;
  /** `otp`: the method is chosen immediately; `other`: a password comes first (spec section 4). */
  readonly authType: 'otp' | 'other';
  readonly allowed: Readonly<Record<Method, boolean>>;
  readonly userTokens: UserTokens;
  /** Whether the portal manages the password of the person. */
  readonly isLocalUser: boolean;
  /** Whether each app method is allowed. */
  readonly cubeLogin: Readonly<Record<AppMethod, boolean>>;
  /** Whether each method of the identity check is allowed. */
  readonly selfAuth: Readonly<Record<IdentityMethod, boolean>>;
  /** The ranks 1 to 5 of the tokens of the second step, by the name of the token (rule 101). */
  readonly secondTokenPriority: Readonly<Record<string, number>>;
  /** The token that the person saved as default of the second step (rule 63). */
  readonly secondDefault?: TypeCode | null;
  /** Whether the person may manage their factors. */
  readonly canManage: boolean;
  /** Days for which the second step may be skipped in a browser (rule 252). */
  readonly rememberBrowserDays?: number | undefined;
  /** Whether the server lists and changes the factors and sessions of a person (rule 217). */
  readonly listsFactors?: boolean;
};

/** The policy in localStorage, with its person and client (rule 15). */
export type StoredPolicy = {
  readonly userId: string;
  readonly clientId: string;
  readonly policy: Policy;
};
