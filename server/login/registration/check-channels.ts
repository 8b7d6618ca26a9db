import type { AccountStores, FactorStores, Runtime } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Factor } from '#server/storage/repositories/factors.ts';
import { methodsOfFactorType } from './factor-methods.ts';

/** How long a password or factor depends on a check. */
const DEPENDENCE_MS = 30 * 24 * 60 * 60_000;

/**
 * Whether a password or factor still depends on the check with which it was set or registered (rule 242).
 * @param at when the password was set or the factor was registered, in epoch milliseconds
 */
export const dependsOnCheck = (at: number, now: number): boolean => at + DEPENDENCE_MS > now;

/** The identity checks of a person on which the password and the factors still depend. */
type RecentChecks = {
  readonly account: Account;
  /** All factors; `identityCheck` is null when a factor no longer depends on a check. */
  readonly factors: readonly Factor[];
  /** The method of the check on which the password depends; null when the password does not depend on a check. */
  readonly identityCheck: string | null;
};

/**
 * The channel of a method: a phone number, mailbox or device. Two mail methods with the same address have the same
 * channel.
 */
export function channelOf(account: Account, name: string): string {
  if (name === 'sms') return account.phoneNumber ?? name;
  if (name === 'internalMail' || name === 'privateMail') return account[name]?.toLowerCase() ?? name;
  return ['mobileOtp', 'push', 'qrCode'].includes(name) ? 'app' : name;
}

/** The channels on which a proof with a method may depend; several when a person has several factors of the method. */
function channelsOf(recentChecks: RecentChecks, name: string): readonly string[] {
  const { account, factors, identityCheck } = recentChecks;
  const channel = channelOf(account, name);
  if (name === 'pw')
    return identityCheck === null
      ? [channel]
      : channelsOf({ ...recentChecks, identityCheck: null }, identityCheck);
  const factorsOfMethod = factors.filter(({ type }) =>
    methodsOfFactorType(type).some((method) => method === name),
  );
  return factorsOfMethod.length === 0
    ? [channel]
    : factorsOfMethod.map(({ identityCheck }) =>
        identityCheck === null ? channel : channelOf(account, identityCheck),
      );
}

async function recentChecksOf(
  { passwords, factors, now }: Runtime & AccountStores & FactorStores,
  account: Account,
): Promise<RecentChecks> {
  const password = await passwords.find(account.userId);
  const allFactors = await factors.of(account.userId);
  return {
    account,
    identityCheck:
      password?.identityCheck && dependsOnCheck(password.identityCheck.at, now())
        ? password.identityCheck.method
        : null,
    factors: allFactors.map((factor) =>
      dependsOnCheck(factor.registeredAt, now()) ? factor : { ...factor, identityCheck: null },
    ),
  };
}

/**
 * Whether all proven methods may depend on the same channel. In the first 30 days a password or factor depends on the
 * channel of the check with which it was set or registered. Of several factors of a type, any may have been used.
 */
export async function canDependOnOneChannel(
  portal: Runtime & AccountStores & FactorStores,
  account: Account,
  provenMethods: readonly string[],
): Promise<boolean> {
  const recentChecks = await recentChecksOf(portal, account);
  const [firstChannels = [], ...otherChannels] = provenMethods.map((name) => channelsOf(recentChecks, name));
  return firstChannels.some((channel) => otherChannels.every((channels) => channels.includes(channel)));
}

/**
 * The method of the identity check with which the password was set in the last 30 days; `pw` when it was set earlier.
 */
export async function identityCheckOfPassword(
  portal: Runtime & AccountStores & FactorStores,
  account: Account,
): Promise<string> {
  const { identityCheck } = await recentChecksOf(portal, account);
  return identityCheck ?? 'pw';
}

/**
 * The method of the identity check that is recorded for a new factor. If the check was made with an app that was
 * registered in the last 30 days, the method of the check with which the app was registered is recorded instead.
 */
export async function recordedIdentityCheck(
  portal: Runtime & AccountStores & FactorStores,
  account: Account,
  checkMethod: string,
): Promise<string> {
  const { factors } = await recentChecksOf(portal, account);
  const app = factors.find(({ type }) => methodsOfFactorType(type).some((method) => method === checkMethod));
  return app?.identityCheck ?? checkMethod;
}
