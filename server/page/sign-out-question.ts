import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { serverDocument } from '#server/engine-pages/document.ts';
import { contentSecurityPolicy } from '#server/engine-pages/security-headers.ts';
import type { Ctx } from '#server/http/env.ts';

type Texts = Readonly<Record<'title' | 'lead' | 'yes' | 'no', string>>;

const TEXTS: Readonly<Record<Language, Texts>> = {
  ko: {
    title: '로그아웃할까요?',
    lead: '로그아웃하면 다음에 서비스를 열 때 다시 인증해야 해요.',
    yes: '로그아웃',
    no: '로그인 유지',
  },
  en: {
    title: 'Sign out?',
    lead: 'After signing out you prove who you are again when you next open a service.',
    yes: 'Sign out',
    no: 'Stay signed in',
  },
};

/**
 * Asks before a sign-out that the person may not have wished. `fields` travel with the answer. The
 * page lets its own origin be told, by which the answer is known to come from here.
 */
export async function signOutQuestion(
  c: Ctx,
  { branding }: ServerConfig,
  action: string,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<Response> {
  const language = c.get('language');
  const { title, lead, yes, no } = TEXTS[language];
  const hidden = Object.entries(fields).map(([name, value]) =>
    value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const { markup, style } = await serverDocument(branding, {
    language,
    title,
    body: html`<p class="muted">${lead}</p>
<form method="post" action="${action}">
${hidden}
<button class="action" type="submit">${yes}</button>
<a class="action quiet" href="/">${no}</a>
</form>`,
  });
  return c.html(markup, 200, {
    'Content-Security-Policy': contentSecurityPolicy({ style, script: null, formOrigins: [] }),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    Vary: 'Accept-Language, Cookie',
  });
}
