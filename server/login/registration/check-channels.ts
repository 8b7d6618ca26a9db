import type { AccountStores, FactorStores, Runtime } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Factor } from '#server/storage/repositories/factors.ts';
import { methodsOf } from './factor-methods.ts';

const RECENT_MS = 30 * 24 * 60 * 60_000;

/** Whether a password or factor is still attributed to the check by which it was set or registered (rule 242). */
export const dependsOnCheck = (at: number, now: number): boolean => at + RECENT_MS > now;

type RecentChecks = {
  readonly account: Account;
  readonly factors: readonly Factor[];
  readonly identityCheck: string | null;
};

/** The phone number, mailbox or device of a method. Two mail methods with the same address have one channel. */
export function channelOf(account: Account, name: string): string {
  if (name === 'sms') return account.phoneNumber ?? name;
  if (name === 'internalMail' || name === 'privateMail') return account[name]?.toLowerCase() ?? name;
  return ['mobileOtp', 'push', 'qrCode'].includes(name) ? 'app' : name;
}

function originsOf(recentOrigins: RecentChecks, name: string): readonly string[] {
  const { account, factors, identityCheck } = recentOrigins;
  const channel = channelOf(account, name);
  if (name === 'pw')
    return identityCheck === null
      ? [channel]
      : originsOf({ ...recentOrigins, identityCheck: null }, identityCheck);
  const factorsOfMethod = factors.filter(({ type }) => methodsOf(type).some((method) => method === name));
  return factorsOfMethod.length === 0
    ? [channel]
    : factorsOfMethod.map(({ identityCheck }) =>
        identityCheck === null ? channel : channelOf(account, identityCheck),
      );
}

async function recentOriginsOf(
  { passwords, factors, now }: Runtime & AccountStores & FactorStores,
  account: Account,
): Promise<RecentChecks> {
  const password = await passwords.find(account.userId);
  const all = await factors.of(account.userId);
  return {
    account,
    identityCheck:
      password?.identityCheck && dependsOnCheck(password.identityCheck.at, now())
        ? password.identityCheck.method
        : null,
    factors: all.map((factor) =>
      dependsOnCheck(factor.registeredAt, now()) ? factor : { ...factor, identityCheck: null },
    ),
  };
}

/**
 * Whether all proved methods may come from one channel or device. A password or factor of the last 30 days counts as
 * the channel of the check by which it was set or registered; of several factors of a type any may have been used.
 */
export async function canDependOnOneChannel(
  portal: Runtime & AccountStores & FactorStores,
  account: Account,
  proved: readonly string[],
): Promise<boolean> {
  const recentOrigins = await recentOriginsOf(portal, account);
  const [first = [], ...others] = proved.map((name) => originsOf(recentOrigins, name));
  return first.some((origin) => others.every((origins) => origins.includes(origin)));
}

/** The identity method by which the password was set in the last 30 days, else `pw`. */
export async function identityCheckOfPassword(
  portal: Runtime & AccountStores & FactorStores,
  account: Account,
): Promise<string> {
  const { identityCheck } = await recentOriginsOf(portal, account);
  return identityCheck ?? 'pw';
}

/**
 * The identity method to which a new factor is attributed: the one of its check, or for a check by an app of the last
 * 30 days the one by which the app was registered.
 */
export async function recordedIdentityCheck(
  portal: Runtime & AccountStores & FactorStores,
  account: Account,
  checkMethod: string,
): Promise<string> {
  const { factors } = await recentOriginsOf(portal, account);
  const app = factors.find(({ type }) => methodsOf(type).some((method) => method === checkMethod));
  return app?.identityCheck ?? checkMethod;
}
