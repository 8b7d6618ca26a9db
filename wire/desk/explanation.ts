import type { WireMethod } from '#wire/methods.ts';
import type { AccountStatus } from './people.ts';

/** Why a person cannot use a method now. */
export const OBSTACLES = [
  'locked',
  'tooManyPushes',
  'lockedForGood',
  'noPhone',
  'noInternalMail',
  'noPrivateMail',
  'noGateway',
  'noCard',
  'noYubikey',
  'deviceUnregistered',
  'deviceDisabled',
  'deviceUnusable',
  'devicePeriod',
  'noApp',
  'appOffline',
  'appStandard',
  'appWithoutKey',
  'noPasskey',
  'noPassword',
  'noCode',
  'codePeriod',
  'codeGuessed',
] as const;
export type ObstacleName = (typeof OBSTACLES)[number];

/** Remarks on a method. */
export const REMARKS = ['initialPassword', 'expiredPassword', 'byDirectory', 'lockedInBrowser'] as const;
export type RemarkName = (typeof REMARKS)[number];

/** How the policy uses a method: before the first step, in one of the two, in both, or not at all. */
export const USES = ['gate', 'first', 'second', 'both', 'none'] as const;
export type UseName = (typeof USES)[number];

export type ExplainedMethod = {
  /** Its name in authMethod of the policy, or `qrCode`. */
  readonly method: WireMethod | 'qrCode';
  readonly use: UseName;
  /** Empty when it works. `until`: epoch milliseconds, with `locked` and `tooManyPushes`. */
  readonly obstacles: readonly { readonly why: ObstacleName; readonly until?: number }[];
  readonly remarks: readonly RemarkName[];
};

/** The answer of `explanation`, whose body is `{ userId, clientId }`: whether and how a person can sign in at a service. */
export type DeskExplanation = {
  readonly userId: string;
  readonly clientId: string;
  readonly status: AccountStatus;
  /** The refusal of every sign-in of the account (spec section 8, 002 family); null when there is none. */
  readonly refusal: {
    readonly errCode: string;
    readonly reason: 'accountDormant' | 'signInShut' | null;
  } | null;
  /** The policy in force; null where `policyRefusal` says why there is none. */
  readonly policyId: string | null;
  /** Code of spec section 8 (016 family). */
  readonly policyRefusal: string | null;
  /** Networks that the policy allows; null for any. */
  readonly networks: readonly string[] | null;
  readonly isSecondStepAsked: boolean;
  /** Number of remembered browsers, which skip the second step. */
  readonly rememberedBrowsers: number;
  /** In the order of the chooser. */
  readonly methods: readonly ExplainedMethod[];
  /** Whether the usable methods are enough to sign in there. */
  readonly isEnough: boolean;
  /** Methods of the identity check before a new password, by their names in authMethod. */
  readonly checks: readonly string[];
};
