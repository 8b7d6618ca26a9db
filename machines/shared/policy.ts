import type { AppMethod } from '#machines/shared/registration.ts';
import { METHOD_NAMES, type MethodName } from '#wire/methods.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** Methods that a policy may allow (spec section 3, authMethod). */
export const METHODS = METHOD_NAMES;
export type Method = MethodName;

/** A token of the second step (rule 101). */
export type SecondToken = Method | 'qrCode';

/** Methods of the identity check, in the order in which one is chosen on load (spec section 3, selfAuth, and section 4). */
export const IDENTITY_METHODS = ['sms', 'internalMail', 'privateMail', 'mobileOtp', 'push'] as const;
export type IdentityMethod = (typeof IDENTITY_METHODS)[number];

/**
 * The registered tokens of a person; `null` is not registered, and an empty text is registered without a visible
 * detail. The server masks contacts, serial numbers and public ids.
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

/** The method that a person always uses (rule 61). */
export type FixedToken = { readonly tokenCode: TypeCode; readonly alwaysSend: boolean };

/** The answer of the policy check, decoded (spec section 3, Policy). */
export type Policy = {
  readonly policyId: string;
  readonly secondAuth: boolean;
  /**
   * Whether the password gate was passed. Used for navigation only; the server has its own state (rule
   * 16).
   */
  readonly check: boolean;
  readonly fixedToken: FixedToken | null;
  /** `otp`: the method is chosen immediately; `other`: a password comes first (spec section 4). */
  readonly authType: 'otp' | 'other';
  readonly allowed: Readonly<Record<Method, boolean>>;
  readonly userTokens: UserTokens;
  readonly isLocalUser: boolean;
  readonly cubeLogin: Readonly<Record<AppMethod, boolean>>;
  readonly selfAuth: Readonly<Record<IdentityMethod, boolean>>;
  /** Rank 1 to 5 by token name, `qrCode` included (rule 101). */
  readonly secondTokenPriority: Readonly<Record<string, number>>;
  /** The token that the person saved as default of the second step (rule 63). */
  readonly secondDefault?: TypeCode | null;
  readonly canManage: boolean;
  /** Days for which the second step may be skipped in a browser (rule 252). */
  readonly rememberBrowserDays?: number | undefined;
  /** The server lists the factors and sessions of a person and changes them (rule 217). */
  readonly listsFactors?: boolean;
};

/** The policy in localStorage, with its person and client (rule 15). */
export type StoredPolicy = {
  readonly userId: string;
  readonly clientId: string;
  readonly policy: Policy;
};
