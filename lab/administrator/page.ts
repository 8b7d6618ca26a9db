import type { Context } from 'hono';
import { html } from 'hono/html';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import { copyButton } from '#lab/devices/screen.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import { labPage, type Markup } from '#lab/web/page.ts';
import { type Approvals, approvalList } from './application-page.ts';
import type { IssuedCode } from './issued-code.ts';

const TEXTS = {
  title: { ko: '관리자', en: 'Administrator' },
  lead: {
    ko: '휴대폰도 카드도 없는 사람에게 임시 코드를 발급해요. 코드는 한 번만 사용할 수 있고, 새로 발급하면 앞의 코드는 사용할 수 없어요.',
    en: 'Issues a temporary code to a person without a phone or a card. It works once; a new code invalidates the previous one.',
  },
  issue: { ko: '새 코드 발급', en: 'Issue a code' },
  link: { ko: '앱 연결 링크 열기', en: 'Open an app link' },
  apply: { ko: '서비스 승인 링크 발급', en: 'Issue approval links' },
  create: { ko: '비밀번호 만들기 링크 보내기', en: 'Send a link to create a password' },
  change: { ko: '비밀번호 변경 링크 보내기', en: 'Send a link to change the password' },
  until: { ko: '유효 기간', en: 'Valid until' },
  code: { ko: '임시 코드', en: 'Temporary code' },
} as const satisfies Record<string, Bilingual>;

/** An account and its latest temporary code. */
export type AccountRow = { readonly owner: DeviceOwner; readonly issuedCode: IssuedCode };

const validityText = ({ validUntil }: IssuedCode, language: Language): Markup => {
  const isoTime = validUntil === null ? '' : new Date(validUntil).toISOString();
  return html`<p class="muted until">${TEXTS.until[language]} <time data-field="validUntil" datetime="${isoTime}">${isoTime}</time></p>`;
};

const passwordLinkForm = (
  userId: string,
  name: Bilingual,
  kind: 'create' | 'change',
  language: Language,
): Markup =>
  html`<form method="post" action="/administrator/${userId}/password-link"><button class="quiet" type="submit" name="kind" value="${kind}">${TEXTS[kind][language]}<span class="hidden"> ${name[language]}</span></button></form>
`;

const accountItem = ({ owner: { userId, name }, issuedCode }: AccountRow, language: Language): Markup =>
  html`<li data-device>
<h2>${name[language]} <code>${userId}</code></h2>
<output aria-label="${TEXTS.code[language]}">${copyButton('code', issuedCode.code, language)}</output>
${validityText(issuedCode, language)}
<form method="post" action="/administrator/${userId}/emergency-code"><button class="quiet" type="submit">${TEXTS.issue[language]}<span class="hidden"> ${name[language]}</span></button></form>
<form method="post" action="/administrator/${userId}/provision-link"><button class="quiet" type="submit">${TEXTS.link[language]}<span class="hidden"> ${name[language]}</span></button></form>
<form method="post" action="/administrator/${userId}/approval-link"><button class="quiet" type="submit">${TEXTS.apply[language]}<span class="hidden"> ${name[language]}</span></button></form>
${passwordLinkForm(userId, name, 'create', language)}${passwordLinkForm(userId, name, 'change', language)}</li>`;

/** The page of the administrator. */
export const administratorPage = (c: Context, rows: readonly AccountRow[], approvals: Approvals) =>
  labPage(c, (language) => ({
    title: TEXTS.title[language],
    body: html`<h1>${TEXTS.title[language]}</h1>
<p class="lead">${TEXTS.lead[language]}</p>
<section class="card"><ul class="accounts">${rows.map((row) => accountItem(row, language))}</ul></section>
${approvalList(approvals, language)}`,
  }));
