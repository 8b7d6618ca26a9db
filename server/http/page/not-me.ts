import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import { serverDocument } from '#server/http/engine-pages/document.ts';
import { contentSecurityPolicy } from '#server/http/engine-pages/security-headers.ts';
import type { Ctx } from '#server/http/env.ts';
import { isCrossOrigin } from '#server/http/guard/state-changing.ts';
import type { RequestEngine } from '#server/login/engine.ts';
import { NOT_ME_PARAM, NOT_ME_PATH } from '#server/login/new-sign-in.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { type ConfirmationTexts, confirmationPage } from './confirmation.ts';

const REPORT_CONFIRMATIONS: Readonly<Record<Language, ConfirmationTexts>> = {
  ko: {
    title: '내가 한 로그인이 아닌가요?',
    lead: '모든 곳에서 로그아웃하고, 비밀번호를 재설정해 본인임을 확인할 때까지 로그인을 막아요.',
    yes: '내가 하지 않았어요',
    no: '내가 했어요',
  },
  en: {
    title: 'Was this sign-in not yours?',
    lead: 'We sign you out everywhere and close sign-in until you reset your password and verify your identity.',
    yes: 'It was not me',
    no: 'It was me',
  },
};

type ResultTexts = Readonly<Record<'title' | 'lead' | 'signInLink', string>>;

const REPORTED_TEXTS: Readonly<Record<Language, ResultTexts>> = {
  ko: {
    title: '로그인을 막았어요',
    lead: '모든 곳에서 로그아웃했어요. 다시 로그인하려면 비밀번호 화면에서 비밀번호를 재설정해 주세요. 재설정할 수 없다면 관리자에게 문의해 주세요.',
    signInLink: '로그인 화면으로',
  },
  en: {
    title: 'Sign-in is closed',
    lead: 'You are signed out everywhere. To sign in again, reset your password on the password screen. If you cannot, contact your administrator.',
    signInLink: 'Go to sign-in',
  },
};

const ENDED_LINK_TEXTS: Readonly<Record<Language, ResultTexts>> = {
  ko: {
    title: '더 이상 사용할 수 없는 링크예요',
    lead: '이미 사용했거나 7일이 지났어요. 내가 하지 않은 로그인이 있다면 바로 관리자에게 알려 주세요.',
    signInLink: '로그인 화면으로',
  },
  en: {
    title: 'This link can no longer be used',
    lead: 'It was used already, or seven days have passed. If a sign-in was not yours, tell your administrator at once.',
    signInLink: 'Go to sign-in',
  },
};

async function resultPage(
  c: Ctx,
  { config }: Portal,
  texts: typeof REPORTED_TEXTS,
  status: 200 | 400,
): Promise<Response> {
  const language = c.get('language');
  const { title, lead, signInLink } = texts[language];
  const { markup, style } = await serverDocument(config.branding, {
    language,
    title,
    address: null,
    body: html`<p class="muted">${lead}</p>
<div class="actions"><a class="action" href="/login">${signInLink}</a></div>`,
  });
  return c.html(markup, status, {
    'Content-Security-Policy': contentSecurityPolicy({ style, script: null, formOrigins: [] }),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    Vary: 'Accept-Language, Cookie',
  });
}

/** The page that the link in a mail about a sign-in opens (rule 232). Opening the page changes nothing. */
export async function signInReportPage(c: Ctx, portal: Portal): Promise<Response> {
  const key = c.req.query(NOT_ME_PARAM) ?? '';
  if (!(await portal.signInReportLinks.isOpen(key))) return resultPage(c, portal, ENDED_LINK_TEXTS, 400);
  return confirmationPage(c, portal.config, REPORT_CONFIRMATIONS[c.get('language')], NOT_ME_PATH, {
    [NOT_ME_PARAM]: key,
  });
}

/**
 * Signs a person out everywhere and suspends the account until an identity check. Each link has this effect only once.
 * @throws Refusal 403 when another site makes the request.
 */
export async function suspendOnSubmit(
  c: Ctx,
  portal: Portal,
  engines: readonly RequestEngine[],
): Promise<Response> {
  if (isCrossOrigin(c.req.raw.headers, portal.config.publicUrl)) throw new Refusal(403, 'foreignOrigin');
  const key = new URLSearchParams(await c.req.text()).get(NOT_ME_PARAM) ?? '';
  const userId = await portal.transaction(async () => {
    const reporter = await portal.signInReportLinks.use(key);
    if (reporter === null) return null;
    await portal.suspensions.suspend(reporter);
    for (const engine of engines) await engine.endSessionsOf(reporter);
    return reporter;
  });
  if (userId === null) return resultPage(c, portal, ENDED_LINK_TEXTS, 400);
  portal.audit({ event: 'login.reported', account: userId });
  return resultPage(c, portal, REPORTED_TEXTS, 200);
}
