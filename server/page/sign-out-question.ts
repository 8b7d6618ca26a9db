import { html, raw } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Ctx } from '#server/http/env.ts';
import { contentSecurityPolicy } from '#server/oidc/pages/security-headers.ts';
import { styleSheet } from '#server/oidc/pages/style.ts';

type Texts = Readonly<Record<'title' | 'lead' | 'yes' | 'no' | 'portal', string>>;

const TEXTS: Readonly<Record<Language, Texts>> = {
  ko: {
    title: '로그아웃할까요?',
    lead: '로그아웃하면 다음에 서비스를 열 때 다시 인증해야 해요.',
    yes: '로그아웃',
    no: '로그인 유지',
    portal: '인증 포털',
  },
  en: {
    title: 'Sign out?',
    lead: 'After signing out you prove who you are again when you next open a service.',
    yes: 'Sign out',
    no: 'Stay signed in',
    portal: 'Auth Portal',
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
  const { title, lead, yes, no, portal } = TEXTS[language];
  const style = styleSheet(branding);
  const hidden = Object.entries(fields).map(([name, value]) =>
    value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const page = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<header>${branding.name?.[language] ?? portal}</header>
<main><div class="card">
<h1>${title}</h1>
<p>${lead}</p>
<form method="post" action="${action}">
${hidden}
<button class="action" type="submit">${yes}</button>
<a class="action quiet" href="/">${no}</a>
</form>
</div></main>
</body>
</html>`;
  return c.html(page, 200, {
    'Content-Security-Policy': contentSecurityPolicy({ style, script: null, formOrigins: [] }),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    Vary: 'Accept-Language, Cookie',
  });
}
