import * as v from 'valibot';
import { adminActions } from '#server/administration/admin-actions.ts';
import { FACTOR_KINDS } from '#server/administration/credentials.ts';
import { explain } from '#server/administration/explain.ts';
import { servicesOf } from '#server/config/services.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import { visibleAddress } from '#server/desk/masked.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import { isAtLeast } from '#server/desk/roles.ts';
import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import { describeFactor } from '#server/login/registration/describe-factor.ts';
import { addressRange } from '#server/login/security-notices/address-range.ts';
import { accountRowsIn } from '#server/storage/repositories/account-rows.ts';
import type { DeskExplanation } from '#wire/desk/explanation.ts';
import type { DeskLock, DeskSignInState } from '#wire/desk/people.ts';
import { parseTypeCode } from '#wire/type-codes.ts';

export const signInStateBody = v.object({ userId: v.string() });

export const explanationBody = v.object({ userId: v.string(), clientId: v.string() });

/** The locks of a person for the help desk; attempts with an unknown type code are omitted. */
const deskLocksOf =
  (now: number) =>
  ({
    code,
    failures,
    until,
    isOfKnownBrowser,
  }: Awaited<ReturnType<ReturnType<typeof accountRowsIn>['listLocks']>>[number]): readonly DeskLock[] => {
    const tokenCode = parseTypeCode(code);
    if (tokenCode === null) return [];
    const isForGood = until === Number.MAX_SAFE_INTEGER;
    const lockedUntil = until !== null && until > now ? until : null;
    return [{ tokenCode, failures, until: isForGood ? 'forGood' : lockedUntil, isOfKnownBrowser }];
  };

/** Returns what is known about the sign-in of a person, without secrets: password, factors, locks and sessions. */
export async function signInState(
  { admin, portal, roles, role, isMasked }: DeskCallContext,
  { userId: typedId }: v.InferOutput<typeof signInStateBody>,
): Promise<DeskSignInState> {
  const { config, devices, factors, now, passwords, sessions, signIns, storage } = portal;
  const { find, report } = adminActions(admin);
  const account = await find(typedId);
  const { userId } = account;
  report({ action: 'sign-in-state', account: userId });
  const password = await passwords.find(userId);
  const code = await devices.emergencyCodes.find(userId);
  const registeredFactors = await factors.of(userId);
  const lastSignIn = await signIns.findLastExcept(userId, null);
  const deskRole = await roles.ofUser(userId);
  return {
    deskRole,
    isActable: isAtLeast(role, 'helpDesk') && isAtLeast(role, deskRole) && userId !== admin.actor,
    password: {
      isSet: password !== null,
      isInitial: password?.isInitial ?? false,
      expiresOn: password?.expiresOn ?? null,
      isByDirectory: isDirectoryAccount(config, account),
    },
    factors: await Promise.all(
      registeredFactors.map(async (factor) => {
        const { type, ...described } = await describeFactor(devices, userId, factor);
        return { ...described, kind: FACTOR_KINDS[type] };
      }),
    ),
    temporaryCode:
      code && code.validUntil > now() && code.failures < config.lock.maxFailures
        ? { validFrom: code.validFrom, validUntil: code.validUntil }
        : null,
    locks: (await accountRowsIn(storage).listLocks(userId)).flatMap(deskLocksOf(now())),
    sessions: (await sessions.listSignedIn(userId)).map(
      ({ sessionId, browser, address, startedAt, lastSeenAt }) => ({
        sessionId,
        browser,
        address: visibleAddress(isMasked, address),
        startedAt,
        lastSeenAt,
      }),
    ),
    lastSignIn: lastSignIn && {
      at: lastSignIn.at,
      browser: lastSignIn.browser,
      addressRange: addressRange(lastSignIn.address),
      failures: lastSignIn.failures,
    },
  };
}

/** Explains whether and how a person can sign in at a service. */
export async function explanation(
  { admin, portal }: DeskCallContext,
  { userId: typedId, clientId }: v.InferOutput<typeof explanationBody>,
): Promise<DeskExplanation> {
  const { find, report } = adminActions(admin);
  const account = await find(typedId);
  const service = servicesOf(portal.config).find((configured) => configured.clientId === clientId);
  if (!service) throw new DeskRefusal('noClient');
  const { usageRefusal, methods, services } = await explain(portal, account, [clientId]);
  report({ action: 'explain', account: account.userId, client: clientId });
  const [state] = services;
  if (!state) throw new DeskRefusal('noClient');
  const rule = typeof state.policy === 'string' ? null : state.policy;
  return {
    userId: account.userId,
    clientId,
    status: account.status,
    refusal: usageRefusal && { errCode: usageRefusal.errCode, reason: usageRefusal.reason ?? null },
    policyId: rule?.id ?? null,
    policyRefusal: typeof state.policy === 'string' ? state.policy : null,
    networks: rule?.networks ?? null,
    isSecondStepAsked: rule?.secondAuth ?? false,
    rememberedBrowsers: state.rememberedBrowserCount,
    methods: methods.map(({ method, obstacles, remarks }) => ({
      method,
      use: state.uses.get(method) ?? 'none',
      obstacles,
      remarks,
    })),
    isEnough: usageRefusal === null && state.canSignIn,
    checks: state.identityMethods,
  };
}
