import type { Interaction, InteractionResults, interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import type { CompletedLogin, PortalLogins } from '#server/login/engine.ts';
import { NO_REAUTH_PARAM, NO_REAUTH_VALUE } from '#wire/names.ts';
import { ACR_VALUES } from './acr.ts';
import type { Library } from './library.ts';
import { hintedSubject, loginRequirements, signInClaimsOf, startedAtOf } from './requests.ts';

/** A portal login as the engine's result: it answers every prompt that a request may carry. */
export const resultOf = (login: CompletedLogin): InteractionResults => ({
  login: {
    accountId: login.userId,
    amr: [...login.amr],
    acr: ACR_VALUES[login.steps],
    ts: Math.floor(login.at / 1000),
  },
  select_account: {},
  consent: {},
});

/** The portal's page for a pending request (rule 42). */
export const redirectPage = (uid: string): string => `/redirect?uid=${encodeURIComponent(uid)}`;

/**
 * Decides when a request needs the portal: until the portal session of the browser that resumes the request satisfies
 * it, and belongs to the account that the portal answered with (rule 156). The engine's own session, or an answer
 * from another browser, is not enough. `prompt=none` is resumed immediately when the portal session satisfies it,
 * otherwise it ends as login_required; neither shows a page.
 */
export function portalInteractions(
  { interactionPolicy: { Prompt, Check }, errors }: Library,
  portal: PortalLogins,
  now: () => number,
): { policy: interactionPolicy.Prompt[]; url(ctx: KoaContextWithOIDC, interaction: Interaction): string } {
  const satisfiedSilently = new WeakSet<KoaContextWithOIDC>();

  async function signedInUser(ctx: KoaContextWithOIDC, startedAt: number): Promise<string | null> {
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
      if ((await signedInUser(ctx, startedAtOf(entities.Interaction))) !== accountId)
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
      const userId = await signedInUser(ctx, now());
      if (userId !== null && isRequestedUser(userId)) {
        params['prompt'] = undefined;
        satisfiedSilently.add(ctx);
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
    if (!satisfiedSilently.has(ctx)) return redirectPage(interaction.uid);
    const resume = new URL(interaction.returnTo);
    resume.searchParams.set(NO_REAUTH_PARAM, NO_REAUTH_VALUE);
    return resume.href;
  }

  return { policy, url };
}
