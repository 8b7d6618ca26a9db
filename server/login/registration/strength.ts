import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import { servicesOf } from '#server/config/services.ts';
import { hasPassword } from '#server/login/password/has-password.ts';
import { rulesAt } from '#server/login/policy/resolve.ts';
import { finishingMethods, hasGate, satisfiesPolicy } from '#server/login/policy/satisfies.ts';
import {
  recordedAs,
  SECOND_TOKENS,
  type SecondToken,
  secondTokens,
} from '#server/login/policy/second-tokens.ts';
import { usableSecondTokens } from '#server/login/policy/usable-tokens.ts';
import type { AccountStores, FactorStores, Settings } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Factor } from '#server/storage/repositories/factors.ts';
import { countsAtService, methodsOf } from './factor-methods.ts';

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
export async function methodsOfPerson(
  portal: Settings & AccountStores & FactorStores,
  account: Account,
): Promise<readonly SecondToken[]> {
  const own = await usableSecondTokens(portal.devices, account, PERMANENT_METHODS);
  return [...((await hasPassword(portal, account)) ? (['pw'] as const) : []), ...own];
}

/** The person's methods after removing a factor, of whose type there may be others. */
const methodsWithout = (
  own: readonly SecondToken[],
  { factorId, type }: Factor,
  all: readonly Factor[],
): readonly SecondToken[] =>
  all.some((other) => other.type === type && other.factorId !== factorId)
    ? own
    : own.filter((name) => !methodsOf(type).includes(name));

/** Whether a person with these methods can sign in under a policy; no method counts for both steps. */
export function canSignIn(own: readonly SecondToken[], rule: PolicyRule): boolean {
  if (hasGate(rule) && !own.includes('pw')) return false;
  const methodsUsedWith = (method: MethodKey): readonly MethodKey[] =>
    hasGate(rule) && method !== 'pw' ? ['pw', method] : [method];
  return finishingMethods(rule)
    .filter((method) => own.includes(method))
    .some(
      (method) =>
        !rule.secondAuth ||
        secondTokens(rule, methodsUsedWith(method)).some((second) => own.includes(second)),
    );
}

/** Whether these proofs would satisfy a policy; no factor counts twice. */
export const satisfiesWithProofs = (proved: readonly SecondToken[], rule: PolicyRule): boolean =>
  satisfiesPolicy({ methods: [...new Set(proved.map(recordedAs))], steps: rule.secondAuth ? 2 : 1 }, rule);

/** The policies of a person at all services that accept one of these methods (rule 225). */
export async function rulesAccepting(
  { config, person }: Settings,
  userId: string,
  methods: readonly SecondToken[],
): Promise<readonly PolicyRule[]> {
  const personWithGroups = await person(userId);
  return servicesOf(config).flatMap((service) =>
    rulesAt(config, personWithGroups, service.clientId).filter((rule) =>
      countsAtService(methods, rule, service),
    ),
  );
}

/** A predicate for the factors that may not be removed: under some policy the person could not sign in without them. */
export async function requiredFactorPredicate(
  portal: Settings & AccountStores & FactorStores,
  account: Account,
  all: readonly Factor[],
): Promise<(factor: Factor) => boolean> {
  const own = await methodsOfPerson(portal, account);
  const rules = await rulesAccepting(portal, account.userId, SECOND_TOKENS);
  return (factor) => {
    const remaining = methodsWithout(own, factor, all);
    return rules.some((rule) => canSignIn(own, rule) && !canSignIn(remaining, rule));
  };
}
