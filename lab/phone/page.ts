import type { Context } from 'hono';
import { html } from 'hono/html';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import { copyButton, deviceScreen } from '#lab/devices/screen.ts';
import { arrivalTime, codeButton, type MessageItem, messageList } from '#lab/messages/list.ts';
import type { ReceivedMessage } from '#lab/messages/outbox.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import type { Markup } from '#lab/web/page.ts';
import type { AppDisplay } from './app-otp.ts';
import { pushList } from './push-list.ts';
import type { Push } from './pushes.ts';

/** Content of a phone: the messages, the authenticator app and the waiting pushes. */
export type PhoneState = {
  readonly userId: string;
  readonly phoneNumber: string | null;
  readonly messages: readonly ReceivedMessage[];
  /** Null when no app is registered. */
  readonly app: AppDisplay | null;
  /** Null when no registered app receives pushes, or while the portal cannot be reached. */
  readonly pushes: readonly Push[] | null;
};

const TEXTS = {
  messages: { ko: '문자 메시지', en: 'Messages' },
  app: { ko: '인증 앱', en: 'Authenticator' },
  connect: { ko: '앱 등록', en: 'Register the app' },
  lose: { ko: '휴대폰 잃어버리기', en: 'Lose this phone' },
  scan: { ko: 'QR 스캔', en: 'Scan a QR code' },
  seconds: { ko: '초 뒤 바뀜', en: 's left' },
  remaining: { ko: '남은 시간', en: 'Time left' },
  own: { ko: '포털의 진짜 인증 앱으로 해 보기', en: 'Try it with the portal’s own app' },
} as const satisfies Record<string, Bilingual>;

const STEPS: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    '포털에서 SMS를 선택하고 인증번호를 보내세요. 새로 고침 없이 여기에 도착해요.',
    '인증번호를 누르면 복사돼요. 포털에 붙여 넣으세요.',
    '모바일 앱을 선택한 뒤 인증 앱의 6자리 숫자를 입력하세요.',
    '푸시를 선택하면 여기로 푸시가 와요. 포털 화면에 있는 글자를 누르세요.',
  ],
  en: [
    'Choose SMS in the portal and send the code: it arrives here without a reload.',
    'Press the code to copy it, then paste it into the portal.',
    'For the mobile app, enter the 6 digits of the authenticator.',
    'Choose push, and it arrives here: press the characters that the portal shows.',
  ],
};

const smsItem: MessageItem = (message, language) =>
  html`<li class="bubble">${arrivalTime(message)}<p data-field="text">${message?.text ?? ''}</p>${codeButton(message, language)}</li>`;

const authenticator = ({ deviceName, code, period, secondsLeft }: AppDisplay, language: Language): Markup =>
  html`<section class="app" data-app><h2>${TEXTS.app[language]}</h2>
<p class="muted">${deviceName}</p>
${copyButton('code', code, language)}
<p class="left"><progress data-field="secondsLeft" max="${period}" value="${secondsLeft}" aria-label="${TEXTS.remaining[language]}"></progress>
<span><span data-field="secondsLeft">${secondsLeft}</span>${TEXTS.seconds[language]}</span></p></section>`;

/** The page of a phone. */
export const phonePage = (
  c: Context,
  owner: DeviceOwner,
  { userId, phoneNumber, messages, app, pushes }: PhoneState,
  notice: string,
) =>
  deviceScreen(c, 'phone', owner, (language) => ({
    steps: STEPS[language],
    device: html`<article class="phone" data-live="/phone/${userId}">
<p class="number">${phoneNumber ?? ''}</p>
${notice === '' ? '' : html`<p class="note" role="status">${notice}</p>`}
${owner.devices.appKey === null ? '' : pushList(userId, pushes, language)}
${app ? authenticator(app, language) : ''}
<p><a class="button" href="/phone/${userId}/scan">${TEXTS.scan[language]}</a></p>
<p><a class="button quiet" href="/phone/${userId}/app">${TEXTS.connect[language]}</a></p>
<p><a href="/app">${TEXTS.own[language]}</a></p>
${app ? html`<form method="post" action="/phone/${userId}/lose"><p><button class="quiet" type="submit">${TEXTS.lose[language]}</button></p></form>` : ''}
<section><h2>${TEXTS.messages[language]}</h2>${messageList(TEXTS.messages[language], messages, smsItem, language)}</section>
</article>`,
  }));
