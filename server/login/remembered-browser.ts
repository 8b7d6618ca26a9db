import type { PolicyRule } from '#server/config/policy.ts';
import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import type { RememberedBrowser } from '#server/storage/repositories/remembered-browsers.ts';
import type { Login, Session } from '#server/storage/sessions/sessions.ts';
import type { AuthRequest } from './engine.ts';
import { requiredChange } from './password-change.ts';
import type { PendingRequest } from './pending-request.ts';
import { type ActivePolicy, withoutSecondStep } from './policy/resolve.ts';
import { satisfiesPolicy } from './policy/satisfies.ts';
import type { AccountStores, Portal, Settings } from './portal.ts';
import { Refusal } from './refusal.ts';
import type { RequestSession } from './request-session.ts';
import type { Subject } from './require-proof.ts';

/** Whether a request asks for proofs of its own, for which no remembered browser stands in (decision 252). */
export const wantsOwnProofs = ({
  wantsTwoSteps,
  wantsFreshLogin,
  maxAgeSeconds,
}: Pick<AuthRequest, 'wantsTwoSteps' | 'wantsFreshLogin' | 'maxAgeSeconds'>): boolean =>
  wantsTwoSteps || wantsFreshLogin || maxAgeSeconds !== null;

/** The browser of this request, where it is remembered for the person and the second step of this policy. */
export const rememberedUnder = async (
  { rememberedBrowsers }: Pick<AccountStores, 'rememberedBrowsers'>,
  userId: string,
  { id, secondAuth, rememberBrowserDays }: PolicyRule,
): Promise<RememberedBrowser | null> =>
  secondAuth && rememberBrowserDays !== undefined
    ? rememberedBrowsers.find(userId, id, rememberBrowserDays)
    : null;

/**
 * The policy as it applies in a remembered browser: its first step alone. Null where the browser is not remembered, where
 * what it was remembered by is a method of every first step, and where the password has to be changed first.
 */
export async function oneStepPolicy(
  portal: Settings & AccountStores,
  account: Account,
  { rule }: ActivePolicy,
): Promise<(ActivePolicy & { readonly remembered: RememberedBrowser }) | null> {
  const remembered = await rememberedUnder(portal, account.userId, rule);
  const reduced = remembered && withoutSecondStep(rule, remembered.method);
  if (!reduced) return null;
  const password = isDirectoryAccount(portal.config, account)
    ? null
    : await portal.passwords.find(account.userId);
  if (password && requiredChange(account, password, portal.local()) !== null) return null;
  return { ...reduced, remembered };
}

/**
 * The same for the request that a sign-in is to end: one that wants proofs of its own becomes the current one of its
 * client, so that the next policy check asks for them.
 * @throws Refusal 401 when the request wants that.
 */
export async function checkMayStandIn(
  { requests }: Pick<Portal, 'requests'>,
  session: Session,
  clientId: string,
  pending: PendingRequest | null,
): Promise<void> {
  if (!pending || !wantsOwnProofs(pending.request)) return;
  await requests.record(session, clientId, pending.request.id);
  throw new Refusal(401, 'notEarned');
}

/** Whether a login is enough under a policy together with a browser that is remembered for its second step. */
export const satisfiesWith = (
  { method }: RememberedBrowser,
  { methods }: Pick<Login, 'methods'>,
  rule: PolicyRule,
): boolean => satisfiesPolicy({ methods: [...new Set([...methods, method])], steps: 2 }, rule);

/**
 * What a sign-in makes of the browser, in its transaction: it notes that the browser stood in for the second step, or
 * remembers it where the person wants that.
 * @returns Set-Cookie values
 * @throws Refusal 401 when the browser is not remembered any more
 */
export async function keepRemembered(
  portal: Portal,
  { origin }: RequestSession,
  { userId, clientId }: Subject,
  { remembered, remembersBrowser, steps, methods }: HeldLogin,
): Promise<readonly string[]> {
  if (remembered !== undefined && !(await portal.rememberedBrowsers.use(remembered)))
    throw new Refusal(401, 'notEarned');
  const method = methods.at(-1);
  if (!remembersBrowser || steps < 2 || method === undefined || method === 'emergencyCode') return [];
  const resolved = await portal.policy(userId, clientId);
  if (!resolved.ok) return [];
  const { id: policy, secondAuth, rememberBrowserDays: days } = resolved.policy.rule;
  if (!secondAuth || days === undefined) return [];
  const { browser } = origin;
  const token = await portal.rememberedBrowsers.remember(userId, { policy, method, browser, days });
  return [portal.rememberedBrowserCookie.write(token)];
}
