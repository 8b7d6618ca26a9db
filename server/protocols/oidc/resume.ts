import type Koa from 'koa';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import type { CompletedLogin, PortalLogins } from '#server/login/engine.ts';
import { NO_REAUTH_PARAM, NO_REAUTH_VALUE } from '#wire/names.ts';
import { isDeclined } from './declined.ts';
import { redirectToDeviceResult } from './device-result.ts';
import { type portalInteractions, redirectPage, resultOf } from './interaction-policy.ts';
import { authRequestOf } from './requests.ts';
import { interactionOfPath, ROUTES } from './routes.ts';

/** Stores a login as the result of an interaction, replacing the engine's own session. */
export async function recordLogin(
  interaction: Interaction,
  login: CompletedLogin,
  now: () => number,
): Promise<void> {
  interaction.result = resultOf(login);
  interaction.session = undefined;
  await interaction.save(Math.max(1, interaction.exp - Math.floor(now() / 1000)));
}

async function endOtherSession(provider: Provider, ctx: Koa.Context, userId: string): Promise<void> {
  const session = await provider.Session.get(ctx);
  if (session.accountId !== undefined && session.accountId !== userId) await session.destroy();
}

/**
 * Answers a request from the portal session when it is resumed in the browser that started it: with `noReauth=Y`
 * (rule 40), or when the account that answered it is still the one signed in. A request that the session does not
 * satisfy returns to the redirect page under its own id. Whether an answer may go to the service is decided by
 * {@link portalInteractions}, whatever the spelling of the path.
 */
export function resumeGate(
  provider: Provider,
  portal: PortalLogins,
  publicUrl: string,
  now: () => number,
): Koa.Middleware {
  return async (ctx, next) => {
    const uid = interactionOfPath(ctx.path);
    if (uid === null) return next();
    if (ctx.cookies.get(provider.cookieName('resume')) !== uid) {
      if (ctx.path.startsWith(`${ROUTES.code_verification}/`)) return redirectToDeviceResult(ctx, 'failed');
      return next();
    }
    const interaction = await provider.Interaction.find(uid);
    if (!interaction || isDeclined(interaction)) return next();

    const answeringUser = interaction.result?.login?.accountId;
    const mayAnswer = ctx.query[NO_REAUTH_PARAM] === NO_REAUTH_VALUE;
    const login = await portal.satisfyingLogin(ctx.get('cookie'), authRequestOf(interaction, publicUrl));
    if (!login || !(mayAnswer || login.userId === answeringUser)) {
      ctx.status = 303;
      ctx.redirect(redirectPage(uid));
      return;
    }
    await endOtherSession(provider, ctx, login.userId);
    await recordLogin(interaction, login, now);
    return next();
  };
}
