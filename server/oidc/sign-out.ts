import type Koa from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { PortalLogins } from '#server/engine.ts';
import { FORGOTTEN_HERE } from '#server/page/sign-out.ts';
import { renderLogoutQuestion, renderLogoutSubmission } from './pages/logout.ts';
import type { PageContext } from './pages/page.ts';

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
