import { html } from 'hono/html';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Bilingual } from './language.ts';
import { type PageContext, renderPage } from './page.ts';

/** Sends the only form of a page; without script the page's button does. */
export const SUBMIT_SCRIPT = 'document.forms[0].submit();';

const TITLE: Bilingual = { ko: '서비스로 돌아가고 있어요', en: 'Taking you back to the service' };
const HINT: Bilingual = {
  ko: '바로 넘어가지 않으면 계속을 눌러 주세요.',
  en: 'If nothing happens, choose Continue.',
};
const CONTINUE: Bilingual = { ko: '계속', en: 'Continue' };

/** Hands an authorization response over as a form (OAuth 2.0 Form Post Response Mode). */
export function renderFormPost(
  ctx: KoaContextWithOIDC,
  pages: PageContext,
  action: string,
  response: Readonly<Record<string, unknown>>,
): Promise<void> {
  ctx.status = 200;
  const fields = Object.entries(response).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`,
  );
  return renderPage(ctx, pages, (language) => ({
    title: TITLE[language],
    client: pages.clients.get(ctx.oidc.client?.clientId ?? '') ?? null,
    script: SUBMIT_SCRIPT,
    body: html`<p class="muted">${HINT[language]}</p>
<form method="post" action="${action}">
${fields}
<button class="action" type="submit">${CONTINUE[language]}</button>
</form>`,
  }));
}
