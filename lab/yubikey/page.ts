import type { Context } from 'hono';
import { html } from 'hono/html';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import { copyButton, deviceScreen } from '#lab/devices/screen.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import type { Markup } from '#lab/web/page.ts';
import type { Touch, YubikeyState } from './touch.ts';

const TEXTS = {
  touch: { ko: '터치', en: 'Touch' },
  key: { ko: '보안 키', en: 'Key' },
  typed: { ko: '입력된 글자', en: 'What it types' },
  counters: { ko: '다음 터치의 카운터', en: 'Counters of the next touch' },
  usage: { ko: '사용', en: 'usage' },
  session: { ko: '세션', en: 'session' },
} as const satisfies Record<string, Bilingual>;

const OTHER_TOUCHES: readonly { readonly touch: Touch; readonly name: Bilingual }[] = [
  { touch: 'plug', name: { ko: '다시 꽂고 터치', en: 'Plug in again and touch' } },
  { touch: 'replay', name: { ko: '지난 글자 다시 보내기', en: 'Replay the last one' } },
  { touch: 'crc', name: { ko: '틀린 CRC로 터치', en: 'Touch with a wrong CRC' } },
  { touch: 'anonymous', name: { ko: '공개 ID 없이 터치', en: 'Touch without the public ID' } },
];

const STEPS: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    '포털에서 보안 키를 선택하세요.',
    '키의 금색 원을 터치하면 44글자가 만들어져요. 글자를 누르면 복사돼요.',
    '포털의 입력란에 붙여 넣고 Enter를 누르세요. 진짜 키는 글자와 Enter를 자동으로 입력해요.',
    '지난 글자를 다시 사용하거나 CRC가 틀리면 포털이 거절해요.',
  ],
  en: [
    'Choose the YubiKey in the portal.',
    'Touch the golden disc: it types 44 characters. Press them to copy them.',
    'Paste them into the field of the portal and press Enter. A real key types both automatically.',
    'The portal refuses used characters and a wrong CRC.',
  ],
};

const keyCard = (
  { publicId, note, otp, usage, session }: YubikeyState,
  userId: string,
  language: Language,
): Markup =>
  html`<article class="card yubikey" data-device aria-label="${TEXTS.key[language]} ${publicId}">
<p><code>${publicId}</code>${note ? html`<br>${note[language]}` : ''}</p>
<form method="post" action="/yubikey/${userId}"><input type="hidden" name="key" value="${publicId}">
<div class="key"><span class="plug"></span><button class="disc" type="submit" name="touch" value="plain">${TEXTS.touch[language]}</button><span class="hole"></span></div>
<h2>${TEXTS.typed[language]}</h2>
<output class="typed" aria-label="${TEXTS.typed[language]}">${copyButton('otp', otp, language)}</output>
<p class="row">${OTHER_TOUCHES.map(
    ({ touch, name }) =>
      html`<button class="quiet" type="submit" name="touch" value="${touch}">${name[language]}</button>`,
  )}</p></form>
<p class="muted">${TEXTS.counters[language]}: ${TEXTS.usage[language]} <span data-field="usage">${usage}</span>, ${TEXTS.session[language]} <span data-field="session">${session}</span></p>
</article>`;

/** The page with the Yubikeys of a person. */
export const yubikeyPage = (c: Context, owner: DeviceOwner, keys: readonly YubikeyState[]) =>
  deviceScreen(c, 'yubikey', owner, (language) => ({
    steps: STEPS[language],
    device: html`<div class="stack">${keys.map((key) => keyCard(key, owner.userId, language))}</div>`,
  }));
