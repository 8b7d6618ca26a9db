import type { Context } from 'hono';
import { html } from 'hono/html';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import { labPage, type Markup } from '#lab/web/page.ts';

type Outcome = Awaited<ReturnType<LabOptions['administration']['issuePasswordLink']>>;

const TEXTS = {
  title: { ko: '비밀번호 링크', en: 'Password link' },
  sent: { ko: '링크를 메일로 보냈어요:', en: 'The link was sent by mail:' },
  printed: {
    ko: '메일 주소가 없어서 링크를 직접 전해 주세요.',
    en: 'There is no mail address: hand over the link yourself.',
  },
  mailbox: { ko: '메일함 열기', en: 'Open the mailbox' },
  open: { ko: '링크 열기', en: 'Open the link' },
  back: { ko: '관리자 화면으로', en: 'Back to the administrator' },
} as const satisfies Record<string, Bilingual>;

const REFUSALS: Readonly<Record<Extract<Outcome, { outcome: 'refused' }>['why'], Bilingual>> = {
  noAccount: { ko: '없는 계정이에요.', en: 'There is no such account.' },
  notLocal: {
    ko: '외부 계정의 비밀번호는 다른 곳에서 관리해요.',
    en: 'The password of an external account is managed elsewhere.',
  },
  disabled: { ko: '사용이 중지된 계정이에요.', en: 'The account is disabled.' },
  nothingMissing: { ko: '비밀번호와 답변이 이미 있어요.', en: 'Password and answer exist already.' },
  noPassword: {
    ko: '바꿀 비밀번호가 없어요. 만들기 링크를 보내 주세요.',
    en: 'There is no password to change: send a link to create one.',
  },
  tooMany: {
    ko: '이 사람에게 한 시간 동안 보낼 수 있는 링크를 모두 보냈어요.',
    en: 'This person has been sent the maximum number of links for an hour.',
  },
  notSent: { ko: '메일을 보내지 못했어요.', en: 'The mail could not be sent.' },
};

const outcomeText = ({ userId }: DeviceOwner, outcome: Outcome, language: Language): Markup => {
  if (outcome.outcome === 'refused') return html`<p role="alert">${REFUSALS[outcome.why][language]}</p>`;
  if (outcome.outcome === 'printed') {
    return html`<p>${TEXTS.printed[language]}</p>
<p><a class="button" href="${outcome.link}" target="_blank" rel="noopener noreferrer">${TEXTS.open[language]}</a></p>`;
  }
  return html`<p>${TEXTS.sent[language]} ${outcome.to.join(', ')}</p>
<p><a class="button" href="/mailbox/${userId}">${TEXTS.mailbox[language]}</a></p>`;
};

/** The page that shows whether a password link was sent, must be handed over, or was refused. */
export const linkPage = (c: Context, owner: DeviceOwner, outcome: Outcome) =>
  labPage(c, (language) => ({
    title: TEXTS.title[language],
    body: html`<h1>${TEXTS.title[language]}</h1>
<p class="lead">${owner.name[language]} <code>${owner.userId}</code></p>
${outcomeText(owner, outcome, language)}
<p><a href="/administrator">${TEXTS.back[language]}</a></p>`,
  }));
