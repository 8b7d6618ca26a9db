import type { Interaction, InteractionResults, interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import type { CompletedLogin, PortalLogins } from '#server/login/engine.ts';
import { NO_REAUTH_PARAM, NO_REAUTH_VALUE } from '#wire/names.ts';
import { ACR_VALUES } from './acr.ts';
import type { Library } from './library.ts';
import { hintedSubject, loginRequirements, signInClaimsOf, startedAtOf } from './requests.ts';

/** The result of an interaction after a login at the portal. It answers all prompts that a request may contain. */
export const interactionResultOf = (login: CompletedLogin): InteractionResults => ({
  login: {
    accountId: login.userId,
    amr: [...login.amr],
    acr: ACR_VALUES[login.steps],
    ts: Math.floor(login.at / 1000),
  },
  select_account: {},
  consent: {},
});

/** The path and query of the portal's page for a pending request (rule 42). */
export const redirectPagePath = (uid: string): string => `/redirect?uid=${encodeURIComponent(uid)}`;

/**
 * Decides when the person has to go through the portal before the engine answers a request (rule 156). The engine
 * answers when the portal session of the browser that resumes the request satisfies the request, and the account of
 * this session is the account with which the portal has finished the request. The session of the engine and a login in
 * another browser are not sufficient. A request with `prompt=none` never shows a page: when the portal session
 * satisfies it, it is resumed immediately; otherwise it ends with `login_required`.
 */
export function portalInteractions(
  { interactionPolicy: { Prompt, Check }, errors }: Library,
  portal: PortalLogins,
  now: () => number,
): { policy: interactionPolicy.Prompt[]; url(ctx: KoaContextWithOIDC, interaction: Interaction): string } {
  /** The contexts of requests with `prompt=none` that the portal session satisfies. */
  const resumedImmediately = new WeakSet<KoaContextWithOIDC>();

  /** The user whose portal session satisfies the request; null when the session does not satisfy it. */
  async function satisfyingUser(ctx: KoaContextWithOIDC, startedAt: number): Promise<string | null> {
    const login = await portal.satisfyingLogin(
      ctx.get('cookie'),
      loginRequirements(ctx.oidc.params ?? {}, startedAt),
    );
    return login?.userId ?? null;
  }

  async function needsPortal(ctx: KoaContextWithOIDC): Promise<boolean> {
    const { result, prompts, entities, params = {} } = ctx.oidc;
    const hintedUserId = hintedSubject(params['id_token_hint']);
    const { subjects, acrs, isAcrEssential } = signInClaimsOf(params);
    const isRequestedUser = (userId: string): boolean =>
      (hintedUserId === null || hintedUserId === userId) && (subjects?.includes(userId) ?? true);
    if (result?.login && entities.Interaction) {
      const { accountId, acr = '' } = result.login;
      if ((await satisfyingUser(ctx, startedAtOf(entities.Interaction))) !== accountId)
        return Check.REQUEST_PROMPT;
      if (!isRequestedUser(accountId)) {
        throw new errors.LoginRequired('another end-user than the request names has signed in');
      }
      if (isAcrEssential && acrs?.includes(acr) === false) {
        throw new errors.UnmetAuthenticationRequirements('none of the essential acr values could be reached');
      }
      return Check.NO_NEED_TO_PROMPT;
    }
    if (prompts.has('none')) {
      const userId = await satisfyingUser(ctx, now());
      if (userId !== null && isRequestedUser(userId)) {
        params['prompt'] = undefined;
        resumedImmediately.add(ctx);
      }
    }
    return Check.REQUEST_PROMPT;
  }

  const policy = [
    new Prompt(
      { name: 'login', requestable: true },
      () => ({ startedAt: now() }),
      new Check('portal_login', 'End-User authentication is required', needsPortal),
    ),
    new Prompt({ name: 'select_account', requestable: true }),
    new Prompt({ name: 'consent', requestable: true }),
  ];

  function url(ctx: KoaContextWithOIDC, interaction: Interaction): string {
    if (!resumedImmediately.has(ctx)) return redirectPagePath(interaction.uid);
    const resumeUrl = new URL(interaction.returnTo);
    resumeUrl.searchParams.set(NO_REAUTH_PARAM, NO_REAUTH_VALUE);
    return resumeUrl.href;
  }

  return { policy, url };
}
