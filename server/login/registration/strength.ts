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
import { countsAtService, methodsOfFactorType } from './factor-methods.ts';

/** All methods that a person can have permanently, apart from the password. A temporary code is not permanent. */
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

/** The permanent methods that a person can use, including methods that no policy allows. */
export async function methodsOfPerson(
  portal: Settings & AccountStores & FactorStores,
  account: Account,
): Promise<readonly SecondToken[]> {
  const personMethods = await usableSecondTokens(portal.devices, account, PERMANENT_METHODS);
  return [...((await hasPassword(portal, account)) ? (['pw'] as const) : []), ...personMethods];
}

/**
 * The methods that a person can use after the removal of a factor. The person may have other factors of the same type.
 */
const methodsWithout = (
  personMethods: readonly SecondToken[],
  { factorId, type }: Factor,
  allFactors: readonly Factor[],
): readonly SecondToken[] =>
  allFactors.some((otherFactor) => otherFactor.type === type && otherFactor.factorId !== factorId)
    ? personMethods
    : personMethods.filter((name) => !methodsOfFactorType(type).includes(name));

/** Whether a person with certain methods can sign in under a policy. A method does not count for both steps. */
export function canSignIn(personMethods: readonly SecondToken[], rule: PolicyRule): boolean {
  if (hasGate(rule) && !personMethods.includes('pw')) return false;
  const methodsUsedWith = (method: MethodKey): readonly MethodKey[] =>
    hasGate(rule) && method !== 'pw' ? ['pw', method] : [method];
  return finishingMethods(rule)
    .filter((method) => personMethods.includes(method))
    .some(
      (method) =>
        !rule.secondAuth ||
        secondTokens(rule, methodsUsedWith(method)).some((token) => personMethods.includes(token)),
    );
}

/** Whether the proven methods satisfy a policy. A method does not count for both steps. */
export const satisfiesWithProofs = (provenMethods: readonly SecondToken[], rule: PolicyRule): boolean =>
  satisfiesPolicy(
    { methods: [...new Set(provenMethods.map(recordedAs))], steps: rule.secondAuth ? 2 : 1 },
    rule,
  );

/** The policies of a person at all services that accept one of the methods (rule 225). */
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

/**
 * Creates a predicate: whether the person needs a factor to sign in, so that it may not be removed.
 * @param allFactors the factors of the person
 */
export async function requiredFactorPredicate(
  portal: Settings & AccountStores & FactorStores,
  account: Account,
  allFactors: readonly Factor[],
): Promise<(factor: Factor) => boolean> {
  const personMethods = await methodsOfPerson(portal, account);
  const rules = await rulesAccepting(portal, account.userId, SECOND_TOKENS);
  return (factor) => {
    const remainingMethods = methodsWithout(personMethods, factor, allFactors);
    return rules.some((rule) => canSignIn(personMethods, rule) && !canSignIn(remainingMethods, rule));
  };
}
