import type Koa from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { PortalLogins } from '#server/engine.ts';
import { FORGOTTEN_HERE } from '#server/page/sign-out.ts';
import { renderLogoutQuestion, renderLogoutSubmission } from './pages/logout.ts';
import type { PageContext } from './pages/page.ts';
import { ROUTES } from './routes.ts';

const isEngineContext = (ctx: Koa.Context): ctx is Koa.Context & KoaContextWithOIDC => 'oidc' in ctx;

/**
 * Signing out at the engine signs out of the portal too. The question is asked unless the engine
 * knows nobody in this browser and the service proves by an ID token that it means this portal.
 */
export function signOutBridge(portal: PortalLogins, pages: PageContext): Koa.Middleware {
  return async (ctx, next) => {
    await next();
    if (!isEngineContext(ctx)) return;
    const { oidc } = ctx;
    if (oidc.route === 'end_session' && ctx.status === 200 && oidc.session?.accountId === undefined) {
      await (oidc.entities.IdTokenHint
        ? renderLogoutSubmission(ctx, pages)
        : renderLogoutQuestion(ctx, pages));
    }
    if (oidc.route === 'end_session_confirm' && ctx.status === 303 && oidc.params?.['logout']) {
      const onward = await portal.farewell(ctx.get('cookie'), ctx.response.get('location'));
      ctx.set('Clear-Site-Data', FORGOTTEN_HERE);
      for (const cookie of await portal.signOut(ctx.get('cookie'))) ctx.append('Set-Cookie', cookie);
      ctx.redirect(onward);
      ctx.status = 303;
    }
  };
}

const audienceOf = (idTokenHint: string): string => {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(idTokenHint.split('.')[1] ?? '', 'base64url').toString('utf8'),
    );
    return typeof claims === 'object' && claims !== null && 'aud' in claims ? String(claims.aud) : '';
  } catch {
    return '';
  }
};

/**
 * Signs out all the same when a service names an address to return to that is not registered: the person ends on
 * the portal's own page, and is not left signed in on a dead one.
 */
export function registeredReturn(clients: PageContext['clients']): Koa.Middleware {
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

/** Ends the engine's session that a Cookie header names, its grants and tokens with it. */
export async function endEngineSession(provider: Provider, sessionId: string): Promise<void> {
  const session = await provider.Session.find(sessionId);
  if (!session) return;
  const grantIds = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []);
  for (const grantId of grantIds) {
    await provider.AccessToken.revokeByGrantId(grantId);
    await provider.AuthorizationCode.revokeByGrantId(grantId);
    await (await provider.Grant.find(grantId))?.destroy();
  }
  await session.destroy();
}
