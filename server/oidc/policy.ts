import type { InteractionResults, interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import type { CompletedLogin, PortalLogins } from '#server/engine.ts';
import type { Library } from './library.ts';
import { demandsOf, hintedSubject } from './requests.ts';

/** Authentication context class of a login with so many steps. */
export const ACR_VALUES = { 1: 'urn:munjigi:acr:one-step', 2: 'urn:munjigi:acr:two-steps' } as const;

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

/**
 * When a request needs the portal: always, before the portal has answered it (decision 156). The
 * engine's own session never satisfies a request by itself. `prompt=none` becomes an ordinary request
 * when the portal session satisfies it, and is resumed without a page; else it ends as login_required.
 */
export function interactionPrompts(
  { interactionPolicy: { Prompt, Check }, errors }: Library,
  portal: PortalLogins,
  now: () => number,
): interactionPolicy.Prompt[] {
  async function needsPortal(ctx: KoaContextWithOIDC): Promise<boolean> {
    const { oidc } = ctx;
    const params = oidc.params ?? {};
    const hinted = hintedSubject(params['id_token_hint']);
    const answered = oidc.result?.login;
    if (answered) {
      if (hinted !== null && hinted !== answered.accountId) {
        throw new errors.LoginRequired('the end-user of id_token_hint is not the one who signed in');
      }
      return Check.NO_NEED_TO_PROMPT;
    }
    if (oidc.prompts.has('none')) {
      const login = await portal.satisfying(ctx.get('cookie'), demandsOf(params, now()));
      if (login && (hinted === null || hinted === login.userId)) params['prompt'] = undefined;
    }
    return Check.REQUEST_PROMPT;
  }

  const login = new Prompt(
    { name: 'login', requestable: true },
    () => ({ startedAt: now() }),
    new Check('portal_login', 'End-User authentication is required', needsPortal),
  );
  return [
    login,
    new Prompt({ name: 'select_account', requestable: true }),
    new Prompt({ name: 'consent', requestable: true }),
  ];
}
