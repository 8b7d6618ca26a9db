import { type PolicyRule, SELF_AUTH_KEYS, type SelfAuthKey } from '#server/config/policy.ts';
import { servicesOf } from '#server/config/services.ts';
import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import { isWithinPeriod } from '#server/login/policy/local-time.ts';
import type { PolicyCode } from '#server/login/policy/resolve.ts';
import { finishingMethods, hasGate } from '#server/login/policy/satisfies.ts';
import {
  codeOfToken,
  recordedAs,
  SECOND_TOKENS,
  type SecondToken,
} from '#server/login/policy/second-tokens.ts';
import { type UsageRefusal, usageRefusal } from '#server/login/policy/usage.ts';
import type { Portal } from '#server/login/portal.ts';
import { coolDownSeconds } from '#server/login/push/cool-down.ts';
import { canSignIn } from '#server/login/registration/strength.ts';
import { accountRowsIn, type Lock } from '#server/storage/repositories/account-rows.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { DeviceUsage } from '#server/storage/repositories/device-usage.ts';
import type { SecurityEvent } from '#server/storage/repositories/security-events.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** Why a person cannot use a method now. */
export type Obstacle =
  | { readonly why: 'locked' | 'tooManyPushes'; readonly until: number }
  | {
      readonly why:
        | 'lockedForGood'
        | 'noPhone'
        | 'noInternalMail'
        | 'noPrivateMail'
        | 'noGateway'
        | 'noCard'
        | 'noYubikey'
        | 'deviceUnregistered'
        | 'deviceDisabled'
        | 'deviceUnusable'
        | 'devicePeriod'
        | 'noApp'
        | 'appOffline'
        | 'appStandard'
        | 'appWithoutKey'
        | 'noPasskey'
        | 'noPassword'
        | 'noCode'
        | 'codePeriod'
        | 'codeGuessed';
    };

/** A remark on a method. */
export type MethodRemark = 'initialPassword' | 'expiredPassword' | 'byDirectory' | 'lockedInBrowser';

/** How a policy uses a method. */
export type Use = 'gate' | 'first' | 'second' | 'both' | 'none';

export type MethodState = {
  readonly method: SecondToken;
  readonly obstacles: readonly Obstacle[];
  readonly remarks: readonly MethodRemark[];
};

/** Policy and usable methods at a service. */
export type ServiceState = {
  readonly clientId: string;
  readonly policy: PolicyCode | PolicyRule;
  readonly uses: ReadonlyMap<SecondToken, Use>;
  /** Number of remembered browsers, which skip the second step (rule 252). */
  readonly rememberedBrowsers: number;
  /** Whether the usable methods are enough to sign in there. */
  readonly isEnough: boolean;
  /** Methods of the identity check before a new password; empty where the directory stores the password. */
  readonly checks: readonly SelfAuthKey[];
};

/** Explains whether and how a person can sign in. */
export type Explanation = {
  readonly account: Account;
  readonly usage: UsageRefusal | null;
  /** Names of the person's groups. */
  readonly groups: readonly string[];
  readonly methods: readonly MethodState[];
  readonly services: readonly ServiceState[];
  readonly sessions: number;
  /** Security events of the last week, and whether they were delivered. */
  readonly events: readonly SecurityEvent[];
};

const DAY_MS = 24 * 60 * 60_000;

type LastingReason = Exclude<Obstacle['why'], 'locked' | 'tooManyPushes'>;

const obstacleIf = (isPresent: boolean, why: LastingReason): readonly Obstacle[] =>
  isPresent ? [{ why }] : [];

/** Explains which methods a person can use at these services, and why they cannot use the others. */
export async function explain(
  portal: Portal,
  account: Account,
  clientIds: readonly string[],
): Promise<Explanation> {
  const { config, devices, gateways, now, passwords } = portal;
  const { userId } = account;
  const local = portal.localTime();
  const locks = await accountRowsIn(portal.storage).listLocks(userId);
  const isLockedByAdministrator = await portal.attempts.isLockedByAdministrator(userId);

  const isLockOf = (lock: Lock, code: TypeCode): boolean => lock.code === code && (lock.until ?? 0) > now();

  const lockObstacles = (code: TypeCode): readonly Obstacle[] =>
    locks
      .filter((lock): lock is Lock & { until: number } => isLockOf(lock, code) && !lock.isOfKnownBrowser)
      .map(({ until }) =>
        until === Number.MAX_SAFE_INTEGER ? { why: 'lockedForGood' } : { why: 'locked', until },
      );

  const sendingObstacles = (
    contact: string | null,
    channel: 'sms' | 'inmail' | 'exmail',
    noContact: Obstacle['why'],
  ) => [
    ...(contact === null ? [{ why: noContact } as Obstacle] : []),
    ...obstacleIf(gateways[channel] === null && config.mode === 'production', 'noGateway'),
  ];

  const usageObstacles = ({ isUsable, usagePeriod }: DeviceUsage): readonly Obstacle[] => [
    ...obstacleIf(!isUsable, 'deviceUnusable'),
    ...obstacleIf(!isWithinPeriod(local, usagePeriod), 'devicePeriod'),
  ];

  const cardObstacles = async (): Promise<readonly Obstacle[]> => {
    const card = await devices.otpCards.of(userId);
    if (!card) return [{ why: 'noCard' }];
    return [...obstacleIf(!card.isRegistered, 'deviceUnregistered'), ...usageObstacles(card)];
  };

  /** One usable key is enough. */
  const keyObstacles = async (): Promise<readonly Obstacle[]> => {
    const all = (await devices.yubikeys.of(userId)).map((key) => [
      ...obstacleIf(key.status === 'unregistered', 'deviceUnregistered'),
      ...obstacleIf(key.status === 'disabled', 'deviceDisabled'),
      ...usageObstacles(key),
    ]);
    return all.find((obstacles) => obstacles.length === 0) ?? all[0] ?? [{ why: 'noYubikey' }];
  };

  const appObstacles = async (needsConnection: boolean): Promise<readonly Obstacle[]> => {
    const app = await devices.mobileApps.of(userId);
    if (!app) return [{ why: 'noApp' }];
    return [
      ...obstacleIf(needsConnection && app.isStandard, 'appStandard'),
      ...obstacleIf(needsConnection && app.isOffline && !app.isStandard, 'appOffline'),
      ...obstacleIf(needsConnection && !app.isOffline && !app.hasKey, 'appWithoutKey'),
    ];
  };

  /** A browser with an earlier sign-in counts only its own pushes. */
  const coolDownObstacles = async (): Promise<readonly Obstacle[]> => {
    const seconds = await coolDownSeconds(portal, config.push.coolDown, userId, null);
    return seconds === 0 ? [] : [{ why: 'tooManyPushes', until: now() + seconds * 1000 }];
  };

  const codeObstacles = async (): Promise<readonly Obstacle[]> => {
    const code = await devices.emergencyCodes.find(userId);
    if (!code) return [{ why: 'noCode' }];
    return [
      ...obstacleIf(now() < code.validFrom || now() > code.validUntil, 'codePeriod'),
      ...obstacleIf(code.failures >= config.lock.maxFailures, 'codeGuessed'),
    ];
  };

  const password = await passwords.find(userId);
  const isDirectory = isDirectoryAccount(config, account);

  const passwordRemarks = (): readonly MethodRemark[] => [
    ...(isDirectory ? (['byDirectory'] as const) : []),
    ...(password?.isInitial ? (['initialPassword'] as const) : []),
    ...(password?.expiresOn && password.expiresOn < local.date ? (['expiredPassword'] as const) : []),
  ];

  const obstaclesByMethod: Readonly<
    Record<SecondToken, () => Promise<readonly Obstacle[]> | readonly Obstacle[]>
  > = {
    emergencyCode: codeObstacles,
    pw: () => obstacleIf(password === null && !isDirectory, 'noPassword'),
    sms: () => sendingObstacles(account.phoneNumber, 'sms', 'noPhone'),
    internalMail: () => sendingObstacles(account.internalMail, 'inmail', 'noInternalMail'),
    privateMail: () => sendingObstacles(account.privateMail, 'exmail', 'noPrivateMail'),
    mobileOtp: () => appObstacles(false),
    push: async () => [
      ...(await appObstacles(true)),
      ...obstacleIf(gateways.push === null && config.mode === 'production', 'noGateway'),
      ...(await coolDownObstacles()),
    ],
    hwOtp: cardObstacles,
    yubikey: keyObstacles,
    fido2Token: async () => obstacleIf((await devices.passkeys.of(userId)).length === 0, 'noPasskey'),
    qrCode: () => appObstacles(true),
  };

  /** An administrator's lock applies to every method, a lock after failures only to its method (rule 243). */
  const methodStateOf = async (method: SecondToken): Promise<MethodState> => ({
    method,
    obstacles: [
      ...(method === 'pw' ? [] : obstacleIf(isLockedByAdministrator, 'lockedForGood')),
      ...lockObstacles(codeOfToken(method)),
      ...(await obstaclesByMethod[method]()),
    ],
    remarks: [
      ...(method === 'pw' ? passwordRemarks() : []),
      ...(locks.some((lock) => isLockOf(lock, codeOfToken(method)) && lock.isOfKnownBrowser)
        ? (['lockedInBrowser'] as const)
        : []),
    ],
  });

  const methods = await Promise.all(SECOND_TOKENS.map(methodStateOf));
  const usableMethods = methods.filter(({ obstacles }) => obstacles.length === 0).map(({ method }) => method);

  const useOf = (method: SecondToken, rule: PolicyRule, hasQr: boolean): Use => {
    if (method === 'pw' && hasGate(rule)) return 'gate';
    const isFirst = finishingMethods(rule).includes(recordedAs(method)) && (method !== 'qrCode' || hasQr);
    const isSecond = rule.secondAuth && rule.secondTokenPriority[method] !== undefined;
    if (isFirst) return isSecond ? 'both' : 'first';
    return isSecond ? 'second' : 'none';
  };

  const rememberedBrowserCount = async ({
    id,
    secondAuth,
    rememberBrowserDays,
  }: PolicyRule): Promise<number> => {
    if (!secondAuth || rememberBrowserDays === undefined) return 0;
    const since = now() - rememberBrowserDays * DAY_MS;
    const all = await portal.rememberedBrowsers.ofUser(userId);
    return all.filter(({ policy, rememberedAt }) => policy === id && rememberedAt > since).length;
  };

  const serviceState = async (clientId: string): Promise<ServiceState> => {
    const setting = await portal.passwordSetting(clientId, userId);
    const checks = isDirectory ? [] : SELF_AUTH_KEYS.filter((method) => setting[method]);
    const resolved = await portal.policy(userId, clientId);
    if (!resolved.ok) {
      const policy = resolved.errCode;
      return { clientId, policy, uses: new Map(), rememberedBrowsers: 0, isEnough: false, checks };
    }
    const { rule } = resolved.policy;
    const hasQr = portal.client(clientId)?.qrCode === true;
    return {
      clientId,
      policy: rule,
      uses: new Map(SECOND_TOKENS.map((method) => [method, useOf(method, rule, hasQr)])),
      rememberedBrowsers: await rememberedBrowserCount(rule),
      isEnough: canSignIn(usableMethods, rule),
      checks,
    };
  };

  return {
    account,
    usage: usageRefusal(account, local),
    methods,
    groups: await portal.groups.of(userId),
    services: await Promise.all(clientIds.map(serviceState)),
    sessions: (await portal.sessions.listSignedIn(userId)).length,
    events: await portal.securityEvents.ofUser(userId),
  };
}

/** Whether a policy of the person allows a temporary code at any service. */
export async function isTemporaryCodeAllowed(portal: Portal, account: Account): Promise<boolean> {
  const clientIds = servicesOf(portal.config).map(({ clientId }) => clientId);
  const { services } = await explain(portal, account, clientIds);
  return services.some(({ uses }) => (uses.get('emergencyCode') ?? 'none') !== 'none');
}
