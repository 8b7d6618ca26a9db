import type { Context } from 'hono';
import { html } from 'hono/html';
import type { DemoAccount, LabOptions } from '#lab/options.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import { labPage } from '#lab/web/page.ts';
import { webAppAddress } from '#wire/app-links.ts';

const TEXTS = {
  title: { ko: '인증 앱', en: 'The authenticator' },
  lead: {
    ko: '포털이 제공하는 진짜 인증 앱이에요. 휴대폰에서는 포털 주소의 /app/으로 열어요.',
    en: 'This is the portal’s own authenticator. On a phone it opens at /app/ of the portal.',
  },
  account: { ko: '등록할 계정', en: 'Account to register' },
  issue: { ko: '이 휴대폰에 등록', en: 'Register on this phone' },
  frame: { ko: '인증 앱이 열린 휴대폰', en: 'A phone with the authenticator' },
  how: { ko: '이렇게 사용해 보세요', en: 'How to use it' },
  simulated: { ko: '실험실이 흉내 내는 휴대폰', en: 'The phone that the lab simulates' },
} as const satisfies Record<string, Bilingual>;

const STEPS: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    '계정을 선택하고 ‘이 휴대폰에 등록’을 누른 뒤, 휴대폰에서 ‘등록’을 누르세요.',
    '다른 창에서 데모 서비스를 열고 그 계정으로 로그인하면서 푸시를 요청하세요.',
    '휴대폰에 요청이 나오면 로그인 화면에 있는 글자를 누르세요.',
  ],
  en: [
    'Choose an account, press “Register on this phone”, then press Register on the phone.',
    'In another window open the demo service, sign in with that account and have a push sent.',
    'The request appears on the phone: press the characters that the sign-in screen shows.',
  ],
};

/** The account that is selected at first. */
const INITIAL_ACCOUNT = 'lim';

/**
 * The page with a phone that runs the web app of the portal in a frame.
 * @param account the selected account; null for the initial selection
 * @param ak secret of a link with which the app registers the account; null when the app only opens
 */
export const phoneAppPage = (
  c: Context,
  { accounts, portalUrl }: Pick<LabOptions, 'accounts' | 'portalUrl'>,
  account: DemoAccount | null,
  ak: string | null,
) =>
  labPage(c, (language) => {
    const address = webAppAddress(new URL(portalUrl).origin) + (ak === null ? '' : `#ak=${ak}`);
    const selectedId = account?.userId ?? INITIAL_ACCOUNT;
    return {
      title: TEXTS.title[language],
      body: html`<h1>${TEXTS.title[language]}</h1>
<p class="lead">${TEXTS.lead[language]}</p>
<div class="bench"><iframe class="phone-frame" src="${address}" title="${TEXTS.frame[language]}" allow="camera; clipboard-read"></iframe>
<aside class="card"><h2>${TEXTS.how[language]}</h2>
<ol>${STEPS[language].map((step) => html`<li>${step}</li>`)}</ol>
<form method="post" action="/app"><label>${TEXTS.account[language]}<select name="userId">${accounts.map(
        ({ userId, name }) =>
          html`<option value="${userId}"${userId === selectedId ? html` selected` : ''}>${userId} · ${name[language]}</option>`,
      )}</select></label>
<p><button type="submit">${TEXTS.issue[language]}</button></p></form>
<p><a href="/phone/${selectedId}">${TEXTS.simulated[language]}</a></p></aside></div>`,
    };
  });
