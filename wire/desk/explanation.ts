import type { WireMethod } from '#wire/methods.ts';
import type { AccountStatus } from './people.ts';

/** Reasons why a person cannot use a method now. Their texts are `desk.obstacle.*` in `i18n/desk.en.json`. */
export const METHOD_OBSTACLES = [
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
export type MethodObstacle = (typeof METHOD_OBSTACLES)[number];

/** Additional facts about a method that do not prevent its use. Their texts are `desk.remark.*` in `i18n/desk.en.json`. */
export const METHOD_REMARKS = [
  'initialPassword',
  'expiredPassword',
  'byDirectory',
  'lockedInBrowser',
] as const;
export type MethodRemark = (typeof METHOD_REMARKS)[number];

/** How the policy uses a method: as the password gate, in the first step, in the second step, in both steps, or not at all. */
export const METHOD_USES = ['gate', 'first', 'second', 'both', 'none'] as const;
export type MethodUse = (typeof METHOD_USES)[number];

/** A method in an explanation: whether the person can use it, and how the policy uses it. */
export type ExplainedMethod = {
  /** The name of the method in `authMethod` of the policy, or `qrCode`. */
  readonly method: WireMethod | 'qrCode';
  readonly use: MethodUse;
  /** Empty when the person can use the method. `until`, in epoch milliseconds, is present for `locked` and `tooManyPushes`. */
  readonly obstacles: readonly { readonly why: MethodObstacle; readonly until?: number }[];
  readonly remarks: readonly MethodRemark[];
};

/**
 * The answer of `explanation`: whether and how the person `userId` can sign in at the service `clientId`. The body of the
 * call is `{ userId, clientId }`.
 */
export type DeskExplanation = {
  readonly userId: string;
  readonly clientId: string;
  readonly status: AccountStatus;
  /**
   * The refusal of every sign-in of the account (spec section 8, codes 002…); null when sign-ins are not refused.
   * `accountDormant`: the account was not used for a long time; `signInShut`: the person has reported a sign-in of somebody
   * else.
   */
  readonly refusal: {
    readonly errCode: string;
    readonly reason: 'accountDormant' | 'signInShut' | null;
  } | null;
  /** The policy that applies; null when no policy applies, for the reason in `policyRefusal`. */
  readonly policyId: string | null;
  /** Error code (spec section 8, codes 016…); null when a policy applies. */
  readonly policyRefusal: string | null;
  /** Networks that the policy allows; null when it allows all networks. */
  readonly networks: readonly string[] | null;
  /** Whether the policy requires the second step. */
  readonly isSecondStepAsked: boolean;
  /** Number of remembered browsers, which skip the second step. */
  readonly rememberedBrowsers: number;
  /** The methods, in the order of the chooser. */
  readonly methods: readonly ExplainedMethod[];
  /** Whether the methods that the person can use are enough to sign in at the service. */
  readonly isEnough: boolean;
  /** Methods of the identity check before a password reset, by their names in `authMethod`. */
  readonly checks: readonly string[];
};
