import type Koa from 'koa';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import type { CompletedLogin, PortalLogins } from '#server/login/engine.ts';
import { NO_REAUTH_PARAM, NO_REAUTH_VALUE } from '#wire/names.ts';
import { isDeclined } from './declined.ts';
import { redirectToDeviceResult } from './device-result.ts';
import { interactionResultOf, type portalInteractions, redirectPagePath } from './interaction-policy.ts';
import { authRequestOf } from './requests.ts';
import { interactionOfPath, ROUTES } from './routes.ts';

/** Stores a login as the result of an interaction. The login then replaces the session of the engine. */
export async function storeLoginResult(
  interaction: Interaction,
  login: CompletedLogin,
  now: () => number,
): Promise<void> {
  interaction.result = interactionResultOf(login);
  interaction.session = undefined;
  await interaction.save(Math.max(1, interaction.exp - Math.floor(now() / 1000)));
}

/** Ends the engine session of this browser if another person is signed in to it. */
async function endOtherSession(provider: Provider, ctx: Koa.Context, userId: string): Promise<void> {
  const session = await provider.Session.get(ctx);
  if (session.accountId !== undefined && session.accountId !== userId) await session.destroy();
}

/**
 * Finishes a request with the login of the portal session when the browser that started the request resumes it: with
 * `noReauth=Y` (rule 40), or when the account with which the request was finished is still signed in. If the portal
 * session does not satisfy the request, the browser opens the redirect page of the request again. When a path is
 * spelled in a way that this middleware does not recognize, {@link portalInteractions} still decides whether the engine
 * may send an answer to the service.
 */
export function answerResumedRequests(
  provider: Provider,
  portal: PortalLogins,
  publicUrl: string,
  now: () => number,
): Koa.Middleware {
  return async (ctx, next) => {
    const interactionId = interactionOfPath(ctx.path);
    if (interactionId === null) return next();
    if (ctx.cookies.get(provider.cookieName('resume')) !== interactionId) {
      if (ctx.path.startsWith(`${ROUTES.code_verification}/`)) return redirectToDeviceResult(ctx, 'failed');
      return next();
    }
    const interaction = await provider.Interaction.find(interactionId);
    if (!interaction || isDeclined(interaction)) return next();

    const userOfResult = interaction.result?.login?.accountId;
    const isExistingLoginAllowed = ctx.query[NO_REAUTH_PARAM] === NO_REAUTH_VALUE;
    const login = await portal.satisfyingLogin(ctx.get('cookie'), authRequestOf(interaction, publicUrl));
    if (!login || !(isExistingLoginAllowed || login.userId === userOfResult)) {
      ctx.status = 303;
      ctx.redirect(redirectPagePath(interactionId));
      return;
    }
    await endOtherSession(provider, ctx, login.userId);
    await storeLoginResult(interaction, login, now);
    return next();
  };
}
