import { type PolicyRule, SELF_AUTH_KEYS, type SelfAuthKey } from '#server/config/policy.ts';
import { servicesOf } from '#server/config/services.ts';
import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import { isWithinPeriod } from '#server/login/policy/local-time.ts';
import type { PolicyCode } from '#server/login/policy/resolve.ts';
import { finishingMethods, hasGate } from '#server/login/policy/satisfies.ts';
import {
  recordedAs,
  SECOND_TOKENS,
  type SecondToken,
  typeCodeOfToken,
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
  /** An obstacle that ends at a time, in epoch milliseconds. */
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

/** A fact about a method that a person can use nevertheless. */
export type MethodRemark = 'initialPassword' | 'expiredPassword' | 'byDirectory' | 'lockedInBrowser';

/** How a policy uses a method: as the password gate, in one of the two steps, in both steps, or not at all. */
export type MethodUse = 'gate' | 'first' | 'second' | 'both' | 'none';

/** Whether a person can use a method. Without obstacles, the method can be used. */
export type MethodState = {
  readonly method: SecondToken;
  readonly obstacles: readonly Obstacle[];
  readonly remarks: readonly MethodRemark[];
};

/** How a person can sign in at a service. */
export type ServiceState = {
  readonly clientId: string;
  /** The policy that applies to the person; an error code when no policy applies. */
  readonly policy: PolicyCode | PolicyRule;
  readonly uses: ReadonlyMap<SecondToken, MethodUse>;
  /** In how many remembered browsers the second step is skipped (rule 252). */
  readonly rememberedBrowserCount: number;
  /** Whether the methods that the person can use satisfy the policy. */
  readonly canSignIn: boolean;
  /** The methods of the identity check before a new password; empty when the directory stores the password. */
  readonly identityMethods: readonly SelfAuthKey[];
};

/** Explains whether and how a person can sign in. */
export type Explanation = {
  readonly account: Account;
  /** Why the account cannot be used; null when it can be used. */
  readonly usageRefusal: UsageRefusal | null;
  /** Names of the person's groups. */
  readonly groups: readonly string[];
  readonly methods: readonly MethodState[];
  readonly services: readonly ServiceState[];
  /** In how many sessions the person is signed in. */
  readonly sessionCount: number;
  /** The security events of the last week, with their deliveries. */
  readonly events: readonly SecurityEvent[];
};

const DAY_MS = 24 * 60 * 60_000;

/** The reasons of obstacles that do not end by themselves. */
type LastingReason = Exclude<Obstacle['why'], 'locked' | 'tooManyPushes'>;

const obstacleIf = (hasObstacle: boolean, why: LastingReason): readonly Obstacle[] =>
  hasObstacle ? [{ why }] : [];

/** Explains which methods a person can use at these services, and why they cannot use the others. */
export async function explain(
  portal: Portal,
  account: Account,
  clientIds: readonly string[],
): Promise<Explanation> {
  const { config, devices, gateways, now, passwords } = portal;
  const { userId } = account;
  const localNow = portal.localTime();
  const locks = await accountRowsIn(portal.storage).listLocks(userId);
  const isLockedByAdministrator = await portal.attempts.isLockedByAdministrator(userId);

  const isCurrentLock = (lock: Lock, code: TypeCode): boolean =>
    lock.code === code && (lock.until ?? 0) > now();

  const lockObstacles = (code: TypeCode): readonly Obstacle[] =>
    locks
      .filter((lock): lock is Lock & { until: number } => isCurrentLock(lock, code) && !lock.isOfKnownBrowser)
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
    ...obstacleIf(!isWithinPeriod(localNow, usagePeriod), 'devicePeriod'),
  ];

  const cardObstacles = async (): Promise<readonly Obstacle[]> => {
    const card = await devices.otpCards.of(userId);
    if (!card) return [{ why: 'noCard' }];
    return [...obstacleIf(!card.isRegistered, 'deviceUnregistered'), ...usageObstacles(card)];
  };

  /** The obstacles of the YubiKeys: none if one key can be used, otherwise the obstacles of the first key. */
  const yubikeyObstacles = async (): Promise<readonly Obstacle[]> => {
    const obstaclesOfKeys = (await devices.yubikeys.of(userId)).map((key) => [
      ...obstacleIf(key.status === 'unregistered', 'deviceUnregistered'),
      ...obstacleIf(key.status === 'disabled', 'deviceDisabled'),
      ...usageObstacles(key),
    ]);
    return (
      obstaclesOfKeys.find((obstacles) => obstacles.length === 0) ??
      obstaclesOfKeys[0] ?? [{ why: 'noYubikey' }]
    );
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

  /** The cool-down in unknown browsers; in a known browser, only the pushes of this browser count. */
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
  const isInDirectory = isDirectoryAccount(config, account);

  const passwordRemarks = (): readonly MethodRemark[] => [
    ...(isInDirectory ? (['byDirectory'] as const) : []),
    ...(password?.isInitial ? (['initialPassword'] as const) : []),
    ...(password?.expiresOn && password.expiresOn < localNow.date ? (['expiredPassword'] as const) : []),
  ];

  const obstaclesByMethod: Readonly<
    Record<SecondToken, () => Promise<readonly Obstacle[]> | readonly Obstacle[]>
  > = {
    emergencyCode: codeObstacles,
    pw: () => obstacleIf(password === null && !isInDirectory, 'noPassword'),
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
    yubikey: yubikeyObstacles,
    fido2Token: async () => obstacleIf((await devices.passkeys.of(userId)).length === 0, 'noPasskey'),
    qrCode: () => appObstacles(true),
  };

  /** A lock by an administrator applies to all methods; a lock after failures applies to one method (rule 243). */
  const methodStateOf = async (method: SecondToken): Promise<MethodState> => ({
    method,
    obstacles: [
      ...(method === 'pw' ? [] : obstacleIf(isLockedByAdministrator, 'lockedForGood')),
      ...lockObstacles(typeCodeOfToken(method)),
      ...(await obstaclesByMethod[method]()),
    ],
    remarks: [
      ...(method === 'pw' ? passwordRemarks() : []),
      ...(locks.some((lock) => isCurrentLock(lock, typeCodeOfToken(method)) && lock.isOfKnownBrowser)
        ? (['lockedInBrowser'] as const)
        : []),
    ],
  });

  const methods = await Promise.all(SECOND_TOKENS.map(methodStateOf));
  const usableMethods = methods.filter(({ obstacles }) => obstacles.length === 0).map(({ method }) => method);

  const useOf = (method: SecondToken, rule: PolicyRule, hasQr: boolean): MethodUse => {
    if (method === 'pw' && hasGate(rule)) return 'gate';
    const isFirst = finishingMethods(rule).includes(recordedAs(method)) && (method !== 'qrCode' || hasQr);
    const isSecond = rule.secondAuth && rule.secondTokenPriority[method] !== undefined;
    if (isFirst) return isSecond ? 'both' : 'first';
    return isSecond ? 'second' : 'none';
  };

  const countRememberedBrowsers = async ({
    id,
    secondAuth,
    rememberBrowserDays,
  }: PolicyRule): Promise<number> => {
    if (!secondAuth || rememberBrowserDays === undefined) return 0;
    const oldest = now() - rememberBrowserDays * DAY_MS;
    const all = await portal.rememberedBrowsers.ofUser(userId);
    return all.filter(({ policy, rememberedAt }) => policy === id && rememberedAt > oldest).length;
  };

  const serviceState = async (clientId: string): Promise<ServiceState> => {
    const setting = await portal.passwordSetting(clientId, userId);
    const identityMethods = isInDirectory ? [] : SELF_AUTH_KEYS.filter((method) => setting[method]);
    const resolved = await portal.policy(userId, clientId);
    if (!resolved.ok) {
      const policy = resolved.errCode;
      return {
        clientId,
        policy,
        uses: new Map(),
        rememberedBrowserCount: 0,
        canSignIn: false,
        identityMethods,
      };
    }
    const { rule } = resolved.policy;
    const hasQr = portal.client(clientId)?.qrCode === true;
    return {
      clientId,
      policy: rule,
      uses: new Map(SECOND_TOKENS.map((method) => [method, useOf(method, rule, hasQr)])),
      rememberedBrowserCount: await countRememberedBrowsers(rule),
      canSignIn: canSignIn(usableMethods, rule),
      identityMethods,
    };
  };

  return {
    account,
    usageRefusal: usageRefusal(account, localNow),
    methods,
    groups: await portal.groups.of(userId),
    services: await Promise.all(clientIds.map(serviceState)),
    sessionCount: (await portal.sessions.listSignedIn(userId)).length,
    events: await portal.securityEvents.ofUser(userId),
  };
}

/** Whether a policy of the person allows a temporary code at any service. */
export async function isTemporaryCodeAllowed(portal: Portal, account: Account): Promise<boolean> {
  const clientIds = servicesOf(portal.config).map(({ clientId }) => clientId);
  const { services } = await explain(portal, account, clientIds);
  return services.some(({ uses }) => (uses.get('emergencyCode') ?? 'none') !== 'none');
}
