import type { Service } from '#server/config/client.ts';
import type { Clock } from '#server/config/deps.ts';
import { foldedId } from '#server/config/folded-id.ts';
import type { MethodKey } from '#server/config/policy.ts';
import type { Audit } from '#server/operations/audit/event.ts';
import { type CurrentRequest, currentRequest } from '#server/operations/request.ts';
import type { Account, Accounts } from '#server/storage/repositories/accounts.ts';
import type { Groups } from '#server/storage/repositories/groups.ts';
import type { RememberedBrowsers } from '#server/storage/repositories/remembered-browsers.ts';
import type { Login, Sessions } from '#server/storage/sessions/sessions.ts';
import { METHOD_NAMES, METHOD_TABLE } from '#wire/methods.ts';
import type { CompletedLogin, PortalLogins, RequestEngine, SignOut } from './engine.ts';
import { freshLoginFor } from './policy/freshness.ts';
import type { LocalTime } from './policy/local-time.ts';
import {
  excludesRememberedBrowser,
  rememberedBrowserFor,
  satisfiesWithRememberedBrowser,
} from './policy/remembered-second-step.ts';
import type { Resolution } from './policy/resolve.ts';
import { satisfiesPolicy } from './policy/satisfies.ts';
import { usageRefusal } from './policy/usage.ts';

type PortalLoginsDeps = {
  readonly accounts: Accounts;
  readonly groups: Groups;
  readonly sessions: Sessions;
  readonly rememberedBrowsers: RememberedBrowsers;
  readonly client: (clientId: string) => Service | null;
  readonly policy: (userId: string, clientId: string, wantsTwoSteps: boolean) => Promise<Resolution>;
  readonly localTime: () => LocalTime;
  readonly now: Clock;
  readonly audit: Audit;
};

/** The authentication method references (RFC 8176) of each method. */
const AMR_VALUES = new Map<MethodKey, readonly string[]>(
  METHOD_NAMES.map((method) => [METHOD_TABLE[method].wire, METHOD_TABLE[method].amr]),
);

/** A finished login in the form that engines receive. */
export const completedLogin = ({ userId, methods, provedAt, steps, at }: Login): CompletedLogin => ({
  userId,
  amr: [
    ...new Set([
      ...methods.flatMap((method) => AMR_VALUES.get(method) ?? []),
      ...(methods.length > 1 ? ['mfa'] : []),
    ]),
  ],
  steps,
  at: Math.min(...provedAt),
  signedInAt: at,
});

const standardClaims = ({ userId, name, internalMail, phoneNumber }: Account) => ({
  sub: userId,
  preferred_username: userId,
  name: name.ko,
  'name#ko': name.ko,
  'name#en': name.en,
  ...(internalMail && { email: internalMail }),
  ...(phoneNumber && { phone_number: phoneNumber }),
});

/** Implements `PortalLogins` with the portal's sessions and accounts. */
export function portalLogins({
  accounts,
  groups,
  sessions,
  rememberedBrowsers,
  policy,
  client,
  localTime,
  now,
  audit,
}: PortalLoginsDeps): PortalLogins {
  /** The claim with the person's groups that a service may receive (rule 244). */
  const groupClaim = async (userId: string, clientId: string) => {
    const setting = client(clientId)?.groups;
    if (!setting) return {};
    const allowedNames = setting.names && new Set(setting.names.map(foldedId));
    const groupNames = await groups.of(userId);
    return {
      [setting.claim]: allowedNames
        ? groupNames.filter((name) => allowedNames.has(foldedId(name)))
        : groupNames,
    };
  };

  /** The client id of the service, by the HTTP request in which a remembered browser replaced the second step. */
  const rememberedBrowserUses = new WeakMap<CurrentRequest, string>();

  return {
    async satisfyingLogin(cookieHeader, request) {
      const { login } = (await sessions.openSignedIn(cookieHeader)) ?? {};
      const account = login && (await accounts.find(login.userId));
      if (!account || usageRefusal(account, localTime())) return null;
      const resolved = await policy(login.userId, request.clientId, request.wantsTwoSteps);
      const freshLogin = freshLoginFor(login, request, now());
      if (!resolved.ok) return null;
      const { rule } = resolved.policy;
      if (satisfiesPolicy(freshLogin, rule)) return completedLogin(freshLogin);
      if (excludesRememberedBrowser(request)) return null;
      const remembered = await rememberedBrowserFor({ rememberedBrowsers }, login.userId, rule);
      if (!remembered || !satisfiesWithRememberedBrowser(remembered, freshLogin, rule)) return null;
      const httpRequest = currentRequest();
      if (httpRequest) rememberedBrowserUses.set(httpRequest, request.clientId);
      return completedLogin(freshLogin);
    },
    async signedInUser(cookieHeader) {
      return (await sessions.openSignedIn(cookieHeader))?.login.userId ?? null;
    },
    notifyLogout: async (_cookieHeader, onward) => onward,
    unconfirmedLogouts: async () => [],
    async signOut(cookieHeader) {
      const session = await sessions.open(cookieHeader);
      if (!session) return [];
      const login = await sessions.findLogin(session);
      if (login) audit({ event: 'session.ended', account: login.userId, way: 'service' });
      return sessions.signOut(session, 'drop');
    },
    async recordEngineSession(cookieHeader, userId, name) {
      const { session, login } = (await sessions.openSignedIn(cookieHeader)) ?? {};
      if (session && login?.userId === userId) await sessions.recordEngineSession(session, name);
    },
    auditServiceEntry(userId, clientId) {
      const httpRequest = currentRequest();
      const hasRememberedBrowser =
        httpRequest !== null && rememberedBrowserUses.get(httpRequest) === clientId;
      audit({
        event: 'service.entered',
        account: userId,
        client: clientId,
        ...(hasRememberedBrowser && { way: 'remembered' }),
      });
    },
    async claims(userId, clientId) {
      const account = await accounts.find(userId);
      if (account?.status !== 'active') return null;
      return { ...standardClaims(account), ...(await groupClaim(userId, clientId)) };
    },
  };
}

/**
 * The address through which the browser notifies the client services of all engines of a logout, before it continues to
 * `onward`.
 */
export async function notifyLogoutThrough(
  engines: readonly RequestEngine[],
  cookieHeader: string,
  onward: string,
  signOut: SignOut | null,
): Promise<string> {
  let address = onward;
  for (const engine of engines)
    address = (await engine.notifyLogout(cookieHeader, address, signOut)) ?? address;
  return address;
}

/** The portal's logins for engines, with which a sign-out at one engine also ends the sessions of the other engines. */
export const loginsOfAllEngines = (
  logins: PortalLogins,
  engines: readonly RequestEngine[],
  unconfirmedLogouts: PortalLogins['unconfirmedLogouts'],
): PortalLogins => ({
  ...logins,
  notifyLogout: (cookieHeader, onward, signOut) =>
    notifyLogoutThrough(engines, cookieHeader, onward, signOut),
  unconfirmedLogouts,
  async signOut(cookieHeader) {
    const cookies = [await logins.signOut(cookieHeader)];
    for (const engine of engines) cookies.push(await engine.endSession(cookieHeader));
    return cookies.flat();
  },
});
