import type { Context } from 'hono';
import { html } from 'hono/html';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import { deviceScreen } from '#lab/devices/screen.ts';
import { arrivalTime, codeButton, type MessageItem, messageList } from '#lab/messages/list.ts';
import type { ReceivedMessage } from '#lab/messages/outbox.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';

/** Content of a person's mailbox: the internal and the private address, and the messages to both. */
export type MailboxState = {
  readonly userId: string;
  readonly internalMail: string | null;
  readonly privateMail: string | null;
  readonly messages: readonly ReceivedMessage[];
};

const TEXTS = {
  mails: { ko: '받은 메일', en: 'Inbox' },
  internal: { ko: '사내', en: 'Internal' },
  private: { ko: '개인', en: 'Private' },
  link: { ko: '링크 열기', en: 'Open the link' },
} as const satisfies Record<string, Bilingual>;

const STEPS: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    '포털에서 사내 메일이나 개인 메일을 선택하고 인증번호를 보내세요. 새로 고침 없이 여기에 도착해요.',
    '인증번호를 누르면 복사돼요. 포털에 붙여 넣으세요.',
  ],
  en: [
    'Choose internal or private mail in the portal and send the code: it arrives here without a reload.',
    'Press the code to copy it, then paste it into the portal.',
  ],
};

const linkButton = (message: ReceivedMessage | null, language: Language) =>
  message?.link
    ? html`<p><a class="button" href="${message.link}" target="_blank" rel="noopener noreferrer">${TEXTS.link[language]}</a></p>`
    : '';

const mailItem: MessageItem = (message, language) =>
  html`<li class="mail"><h3 data-field="subject">${message?.subject ?? ''}</h3>
<p class="muted"><span data-field="to">${message?.to ?? ''}</span> ${arrivalTime(message)}</p>
<p class="letter" data-field="text">${message?.text ?? ''}</p>${codeButton(message, language)}${linkButton(message, language)}</li>`;

/** The page of a mailbox, with the mails to both addresses in one list. */
export const mailboxPage = (c: Context, owner: DeviceOwner, state: MailboxState) =>
  deviceScreen(c, 'mailbox', owner, (language) => ({
    steps: STEPS[language],
    device: html`<article class="card mailbox" data-live="/mailbox/${state.userId}">
<dl class="addresses">${[
      [TEXTS.internal, state.internalMail] as const,
      [TEXTS.private, state.privateMail] as const,
    ].map(([name, address]) =>
      address === null ? '' : html`<div><dt>${name[language]}</dt><dd>${address}</dd></div>`,
    )}</dl>
<section><h2>${TEXTS.mails[language]}</h2>${messageList(TEXTS.mails[language], state.messages, mailItem, language)}</section>
</article>`,
  }));
