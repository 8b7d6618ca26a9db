import type Koa from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '#server/config/deps.ts';
import { CLEAR_SITE_DATA, unconfirmedLogoutsAddress } from '#server/http/page/sign-out.ts';
import type { PortalLogins } from '#server/login/engine.ts';
import { hashedId } from '#server/storage/at-rest/sealer.ts';
import type { SecurityEvents } from '#server/storage/repositories/security-events.ts';
import { renderLogoutQuestion, renderLogoutSubmission } from './pages/logout.ts';
import type { PageContext } from './pages/page.ts';
import { unverifiedClaims } from './requests.ts';
import { ROUTES } from './routes.ts';

const isEngineContext = (ctx: Koa.Context): ctx is Koa.Context & KoaContextWithOIDC => 'oidc' in ctx;

/** The user of the ID token hint, whose signature the library has verified; null when there is no hint. */
const hintedUserIdOf = ({ oidc }: KoaContextWithOIDC): string | null => {
  const { IdTokenHint: hint } = oidc.entities;
  return hint ? String((hint as { readonly payload?: { readonly sub?: unknown } }).payload?.sub ?? '') : null;
};

/**
 * Signs the person out of the portal, too, when the person signs out at the engine. The person confirms the sign-out,
 * unless the service sends an ID token hint for the only person who is signed in (OpenID Connect RP-Initiated Logout
 * 1.0, section 2). If the sign-out ends on a page of the portal, it first waits for the first attempt to notify each
 * service (back-channel logout).
 */
export function signOutOfPortal(portal: PortalLogins, pages: PageContext, now: Clock): Koa.Middleware {
  return async (ctx, next) => {
    const startedAt = now();
    await next();
    if (!isEngineContext(ctx)) return;
    const { oidc } = ctx;
    if (oidc.route === 'end_session' && ctx.status === 200) {
      const hintedUserId = hintedUserIdOf(ctx);
      const signedInUsers = [oidc.session?.accountId, await portal.signedInUser(ctx.get('cookie'))];
      const isOnlyPerson =
        hintedUserId !== null && signedInUsers.every((userId) => !userId || userId === hintedUserId);
      await (isOnlyPerson ? renderLogoutSubmission(ctx, pages) : renderLogoutQuestion(ctx, pages));
    }
    if (oidc.route === 'end_session_confirm' && ctx.status === 303 && oidc.params?.['logout']) {
      const endAddress = ctx.response.get('location');
      const userId = oidc.session?.accountId;
      const signOut =
        userId && endAddress === oidc.urlFor('end_session_success') ? { userId, at: startedAt } : null;
      const nextAddress = await portal.notifyLogout(ctx.get('cookie'), endAddress, signOut);
      ctx.set('Clear-Site-Data', CLEAR_SITE_DATA);
      for (const cookie of await portal.signOut(ctx.get('cookie'))) ctx.append('Set-Cookie', cookie);
      const unconfirmedClientIds =
        signOut && nextAddress === endAddress ? await portal.unconfirmedLogouts(signOut) : [];
      ctx.redirect(
        unconfirmedClientIds.length === 0 ? nextAddress : unconfirmedLogoutsAddress(unconfirmedClientIds),
      );
      ctx.status = 303;
    }
  };
}

/** Links the engine session to the portal session, so that both sessions can be ended from another browser. */
export function linkEngineSession(portal: PortalLogins): Koa.Middleware {
  return async (ctx, next) => {
    await next();
    if (!isEngineContext(ctx)) return;
    const { accountId, uid } = ctx.oidc.session ?? {};
    // The engine answers only resumed requests.
    if (ctx.oidc.route === 'resume' && accountId && uid) {
      await portal.recordEngineSession(ctx.get('cookie'), accountId, hashedId(uid));
    }
  };
}

/** The client id for which an ID token hint was issued. */
const audienceOf = (idTokenHint: string): string => String(unverifiedClaims(idTokenHint)['aud'] ?? '');

/**
 * Ignores a `post_logout_redirect_uri` that is not registered. The sign-out then ends with a page of the portal.
 */
export function ignoreUnregisteredReturn(clients: PageContext['clients']): Koa.Middleware {
  return (ctx, next) => {
    const params = new URLSearchParams(ctx.querystring);
    const address = params.get('post_logout_redirect_uri');
    if (ctx.path !== ROUTES.end_session || address === null) return next();
    const client = clients.get(params.get('client_id') ?? audienceOf(params.get('id_token_hint') ?? ''));
    if (client && !client.postLogoutRedirectUris.includes(address)) {
      params.delete('post_logout_redirect_uri');
      ctx.querystring = params.toString();
    }
    return next();
  };
}

/** A client of the library, with the method that notifies the client of a logout. */
type SignedOutClient = {
  readonly clientId: string;
  readonly backchannelLogoutUri?: string;
  backchannelLogout(userId: string, sessionId: string): Promise<void>;
};

/** Queues the back-channel logouts that the library would otherwise send. */
export function queueLibraryLogouts(provider: Provider, events: Pick<SecurityEvents, 'addLogout'>): void {
  const { prototype } = provider.Client as unknown as { readonly prototype: SignedOutClient };
  prototype.backchannelLogout = function addLogout(userId, sessionId) {
    return events.addLogout(this.clientId, userId, sessionId);
  };
}

/** Queues the back-channel logouts of the services of an engine session. */
async function queueLogoutsOf(provider: Provider, session: InstanceType<Provider['Session']>): Promise<void> {
  const { accountId, authorizations = {} } = session;
  if (accountId === undefined) return;
  for (const clientId of Object.keys(authorizations)) {
    const client = (await provider.Client.find(clientId)) as unknown as SignedOutClient | undefined;
    const sessionId = session.sidFor(clientId);
    if (client?.backchannelLogoutUri && sessionId) await client.backchannelLogout(accountId, sessionId);
  }
}

/**
 * Ends an engine session with its grants and tokens, and queues the back-channel logouts of its services. To be called
 * in a transaction.
 */
export async function endEngineSession(provider: Provider, sessionId: string): Promise<void> {
  const session = await provider.Session.find(sessionId);
  if (!session) return;
  await queueLogoutsOf(provider, session);
  const grantIds = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []);
  for (const grantId of grantIds) {
    await provider.AccessToken.revokeByGrantId(grantId);
    await provider.AuthorizationCode.revokeByGrantId(grantId);
    await (await provider.Grant.find(grantId))?.destroy();
  }
  await session.destroy();
}
