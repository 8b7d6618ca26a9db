import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import { servicesOf } from '#server/config/services.ts';
import { hasPassword } from '#server/login/password/has-password.ts';
import { ownedSecondTokens } from '#server/login/policy/owned-tokens.ts';
import { rulesAt } from '#server/login/policy/resolve.ts';
import { finishingMethods, hasGate, satisfiesPolicy } from '#server/login/policy/satisfies.ts';
import {
  recordedAs,
  SECOND_TOKENS,
  type SecondToken,
  secondTokens,
} from '#server/login/policy/second-tokens.ts';
import type { AccountStores, FactorStores, Settings } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Factor } from '#server/storage/repositories/factors.ts';
import { countsAtService, methodsOf } from './kinds.ts';

/** Permanent methods; a temporary code is not one. */
const PERMANENT_METHODS: readonly SecondToken[] = [
  'sms',
  'internalMail',
  'privateMail',
  'hwOtp',
  'yubikey',
  'mobileOtp',
  'push',
  'fido2Token',
  'qrCode',
];

/** The methods that a person has, whatever a policy allows. */
export async function ownMethods(
  portal: Settings & AccountStores & FactorStores,
  account: Account,
): Promise<readonly SecondToken[]> {
  const own = await ownedSecondTokens(portal.devices, account, PERMANENT_METHODS);
  return [...((await hasPassword(portal, account)) ? (['pw'] as const) : []), ...own];
}

/** The methods that are left without a factor, of which a person may have others of its kind. */
const methodsWithout = (
  own: readonly SecondToken[],
  { factorId, type }: Factor,
  all: readonly Factor[],
): readonly SecondToken[] =>
  all.some((other) => other.type === type && other.factorId !== factorId)
    ? own
    : own.filter((name) => !methodsOf(type).includes(name));

/** Whether somebody with these methods can sign in under a policy, no method counting for both steps. */
export function canSignIn(own: readonly SecondToken[], rule: PolicyRule): boolean {
  if (hasGate(rule) && !own.includes('pw')) return false;
  const used = (method: MethodKey): readonly MethodKey[] =>
    hasGate(rule) && method !== 'pw' ? ['pw', method] : [method];
  return finishingMethods(rule)
    .filter((method) => own.includes(method))
    .some(
      (method) => !rule.secondAuth || secondTokens(rule, used(method)).some((second) => own.includes(second)),
    );
}

/** Whether what was proved would be enough to sign in under a policy, no factor counting twice. */
export const isEnough = (proved: readonly SecondToken[], rule: PolicyRule): boolean =>
  satisfiesPolicy({ methods: [...new Set(proved.map(recordedAs))], steps: rule.secondAuth ? 2 : 1 }, rule);

/** The policies that a person meets at any service at which one of these methods counts (decision 225). */
export async function rulesThatCount(
  { config, person }: Settings,
  userId: string,
  methods: readonly SecondToken[],
): Promise<readonly PolicyRule[]> {
  const known = await person(userId);
  return servicesOf(config).flatMap((service) =>
    rulesAt(config, known, service.clientId).filter((rule) => countsAtService(methods, rule, service)),
  );
}

/**
 * Finds out which factors are the last that some policy needs: with one the person can sign in, without it they
 * cannot.
 */
export async function lastFactors(
  portal: Settings & AccountStores & FactorStores,
  account: Account,
  all: readonly Factor[],
): Promise<(factor: Factor) => boolean> {
  const own = await ownMethods(portal, account);
  const rules = await rulesThatCount(portal, account.userId, SECOND_TOKENS);
  return (factor) => {
    const left = methodsWithout(own, factor, all);
    return rules.some((rule) => canSignIn(own, rule) && !canSignIn(left, rule));
  };
}
