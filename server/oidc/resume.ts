import type Koa from 'koa';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import type { CompletedLogin, PortalLogins } from '#server/engine.ts';
import { NO_REAUTH_PARAM, NO_REAUTH_VALUE } from '#wire/names.ts';
import { redirectPage, resultOf } from './policy.ts';
import { authRequestOf } from './requests.ts';
import { interactionOfPath } from './routes.ts';

/** Keeps a login as the answer to a request. The portal's session is its source, not the engine's. */
export async function recordLogin(
  interaction: Interaction,
  login: CompletedLogin,
  now: () => number,
): Promise<void> {
  interaction.result = resultOf(login);
  interaction.session = undefined;
  await interaction.save(Math.max(1, interaction.exp - Math.floor(now() / 1000)));
}

async function leaveOtherAccount(provider: Provider, ctx: Koa.Context, userId: string): Promise<void> {
  const session = await provider.Session.get(ctx);
  if (session.accountId !== undefined && session.accountId !== userId) await session.destroy();
}

/**
 * Decides whether a request may go back to its service: only in the browser that began it, and only
 * for the account that is signed in to the portal there. So neither a link with someone else's
 * interaction nor a login that another browser added to it is worth anything. A request that is not
 * answered yet is shown on the redirect page; `noReauth=Y` answers it (decision 40).
 */
export function resumeGate(
  provider: Provider,
  portal: PortalLogins,
  publicUrl: string,
  now: () => number,
): Koa.Middleware {
  return async (ctx, next) => {
    const uid = ctx.method === 'GET' ? interactionOfPath(ctx.path) : null;
    if (uid === null || ctx.cookies.get(provider.cookieName('resume')) !== uid) return next();
    const interaction = await provider.Interaction.find(uid);
    if (!interaction) return next();

    const answered = interaction.result?.login?.accountId;
    const mayAnswer = ctx.query[NO_REAUTH_PARAM] === NO_REAUTH_VALUE;
    const login = await portal.satisfying(ctx.get('cookie'), authRequestOf(interaction, publicUrl));
    if (!login || !(mayAnswer || login.userId === answered)) {
      ctx.status = 303;
      ctx.redirect(redirectPage(uid));
      return;
    }
    await leaveOtherAccount(provider, ctx, login.userId);
    await recordLogin(interaction, login, now);
    return next();
  };
}
