import type { AccountStores, FactorStores, Runtime } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Factor } from '#server/storage/repositories/factors.ts';
import { methodsOf } from './kinds.ts';

const RECENT_MS = 30 * 24 * 60 * 60_000;

/** Whether a password or a factor still goes back to the check that it was set or registered by (decision 242). */
export const isRecent = (at: number, now: number): boolean => at + RECENT_MS > now;

type Known = {
  readonly account: Account;
  readonly factors: readonly Factor[];
  readonly setBy: string | null;
};

/** Where a code arrives, or the device itself. Two mail methods of one mailbox are one. */
export function channelOf(account: Account, name: string): string {
  if (name === 'sms') return account.phoneNumber ?? name;
  if (name === 'internalMail' || name === 'privateMail') return account[name]?.toLowerCase() ?? name;
  return ['mobileOtp', 'push', 'qrCode'].includes(name) ? 'app' : name;
}

function originsOf(known: Known, name: string): readonly string[] {
  const { account, factors, setBy } = known;
  const channel = channelOf(account, name);
  if (name === 'pw') return setBy === null ? [channel] : originsOf({ ...known, setBy: null }, setBy);
  const ofKind = factors.filter(({ type }) => methodsOf(type).some((method) => method === name));
  return ofKind.length === 0
    ? [channel]
    : ofKind.map(({ registeredBy }) => (registeredBy === null ? channel : channelOf(account, registeredBy)));
}

async function known(
  { passwords, factors, now }: Runtime & AccountStores & FactorStores,
  account: Account,
): Promise<Known> {
  const password = await passwords.find(account.userId);
  const all = await factors.of(account.userId);
  return {
    account,
    setBy: password?.setBy && isRecent(password.setBy.at, now()) ? password.setBy.way : null,
    factors: all.map((factor) =>
      isRecent(factor.registeredAt, now()) ? factor : { ...factor, registeredBy: null },
    ),
  };
}

/**
 * Whether one channel or device may stand behind all that was proved: a password or factor of the last 30 days goes
 * back to the check by which it was set or registered. Of several factors of a kind any may have been shown.
 */
export async function haveOneOrigin(
  portal: Runtime & AccountStores & FactorStores,
  account: Account,
  proved: readonly string[],
): Promise<boolean> {
  const found = await known(portal, account);
  const [first = [], ...others] = proved.map((name) => originsOf(found, name));
  return first.some((origin) => others.every((origins) => origins.includes(origin)));
}

/** What the password goes back to: the check that set it in the last 30 days, or nothing but itself. */
export async function originOfPassword(
  portal: Runtime & AccountStores & FactorStores,
  account: Account,
): Promise<string> {
  const { setBy } = await known(portal, account);
  return setBy ?? 'pw';
}

/**
 * The way of an identity check that a new factor goes back to: that of this check, or for a check by an app of the last
 * 30 days that by which the app was registered.
 */
export async function originOfCheck(
  portal: Runtime & AccountStores & FactorStores,
  account: Account,
  way: string,
): Promise<string> {
  const { factors } = await known(portal, account);
  const app = factors.find(({ type }) => methodsOf(type).some((method) => method === way));
  return app?.registeredBy ?? way;
}
