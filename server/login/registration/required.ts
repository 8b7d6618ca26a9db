import type { PolicyRule } from '#server/config/policy.ts';
import { hasGate } from '#server/login/policy/satisfies.ts';
import type { SecondToken } from '#server/login/policy/second-tokens.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { resetWays } from '#server/login/reset-ways.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Factor } from '#server/storage/repositories/factors.ts';
import { methodsOf } from './kinds.ts';
import { canSignIn, isEnough, ownMethods } from './strength.ts';

/** What somebody is about to change: what it is good for, and whether it is a factor that they add. */
export type Change = { readonly methods: readonly SecondToken[]; readonly adds: boolean };

/** How long the channel that set a password is no second thing beside it (decision 242). */
const SET_BY_MS = 30 * 24 * 60 * 60_000;

/** Where a proof arrives: an address, or the app. Two mail methods of one mailbox are one channel. */
function channelOf(account: Account, name: string): string {
  if (name === 'sms') return account.phoneNumber ?? name;
  if (name === 'internalMail' || name === 'privateMail') return account[name]?.toLowerCase() ?? name;
  return ['mobileOtp', 'push', 'qrCode'].includes(name) ? 'app' : name;
}

/** Whether somebody has proved what a sign-in takes under each of the policies under which they can sign in. */
export async function hasProvedEnough(
  portal: Portal,
  account: Account,
  proved: readonly SecondToken[],
  rules: readonly PolicyRule[],
): Promise<boolean> {
  const own = await ownMethods(portal, account);
  for (const rule of rules) {
    const spent: readonly string[] = rule.secondAuth ? await resetWays(portal, account, rule, ['pw']) : [];
    const left = proved.filter((name) => !spent.includes(name));
    if (canSignIn(own, rule) && !isEnough(left, rule)) return false;
  }
  return true;
}

/** @throws Refusal 403 `tooWeak` when somebody who can sign in under one of the policies has proved less than that. */
export async function checkEnough(...given: Parameters<typeof hasProvedEnough>): Promise<void> {
  if (!(await hasProvedEnough(...given))) throw new Refusal(403, 'tooWeak');
}

/** Whether a policy asks for a password and something else, or for two steps. */
const asksForTwo = (rule: PolicyRule): boolean => rule.secondAuth || hasGate(rule);

/** Whether the person can sign in under a policy with a factor of their own beside the password. */
function hasFactor(rule: PolicyRule, own: readonly SecondToken[], factors: readonly Factor[]): boolean {
  const registered = factors.flatMap(({ type }) => methodsOf(type)).filter((name) => own.includes(name));
  const takes = (name: SecondToken): boolean =>
    rule.secondAuth
      ? rule.secondTokenPriority[name] !== undefined
      : name !== 'qrCode' && rule.methods.includes(name);
  return canSignIn(own, rule) && registered.some(takes);
}

/**
 * The first factor beside the password comes by another channel than the password (decision 242).
 * @throws Refusal 403 `otherChannel` or `administratorFirst`.
 */
export async function checkFirstFactor(
  portal: Portal,
  account: Account,
  proved: readonly SecondToken[],
  rules: readonly PolicyRule[],
): Promise<void> {
  const { accounts, config, factors, now } = portal;
  const { first } = config.registration;
  if (first === 'anyChannel') return;
  const own = await ownMethods(portal, account);
  const all = await factors.of(account.userId);
  if (!rules.some((rule) => asksForTwo(rule) && !hasFactor(rule, own, all))) return;
  if (proved.includes('emergencyCode')) return;
  const password = await accounts.password(account.userId);
  const setBy = password?.setBy && password.setBy.at + SET_BY_MS > now() ? password.setBy : null;
  /** A factor that was there before the password was set is a thing of its own. */
  const isOlder = (name: SecondToken): boolean =>
    all.some(({ type, registeredAt }) => methodsOf(type).includes(name) && registeredAt < (setBy?.at ?? 0));
  if (first === 'administrator') throw new Refusal(403, 'administratorFirst');
  if (!setBy) return;
  const others = proved.filter(
    (name) => name !== 'pw' && channelOf(account, name) !== channelOf(account, setBy.way),
  );
  const isContact = (name: SecondToken): boolean => ['sms', 'internalMail', 'privateMail'].includes(name);
  if (!others.some((name) => isContact(name) || isOlder(name))) throw new Refusal(403, 'otherChannel');
}
