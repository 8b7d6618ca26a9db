import type { Context } from 'hono';
import { html } from 'hono/html';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import { copyButton, deviceScreen } from '#lab/devices/screen.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import type { CardState } from './press.ts';

const TEXTS = {
  press: { ko: '누르기', en: 'Press' },
  display: { ko: '표시창', en: 'Display' },
} as const satisfies Record<string, Bilingual>;

const STEPS: Readonly<Record<CardState['kind'], Readonly<Record<Language, readonly string[]>>>> = {
  hotp: {
    ko: [
      '포털에서 OTP 카드를 선택하세요.',
      '카드의 버튼을 누를 때마다 다음 번호가 표시돼요. 뒤에 나온 번호를 먼저 사용하면 그 앞의 번호는 사용할 수 없어요.',
      '번호를 누르면 복사돼요. 포털에 붙여 넣으세요.',
    ],
    en: [
      'Choose the OTP card in the portal.',
      'Each press shows the next number. Once a later number is used, the earlier ones no longer work.',
      'Press the number to copy it, then paste it into the portal.',
    ],
  },
  totp: {
    ko: [
      '포털에서 OTP 카드를 선택하세요.',
      '카드의 버튼을 누르면 지금의 번호가 표시돼요. 시간이 지나면 다시 누르세요.',
      '번호를 누르면 복사돼요. 포털에 붙여 넣으세요.',
    ],
    en: [
      'Choose the OTP card in the portal.',
      'A press shows the current number. Press again when it has expired.',
      'Press the number to copy it, then paste it into the portal.',
    ],
  },
};

/** The page of an OTP card. */
export const cardPage = (c: Context, owner: DeviceOwner, { kind, serial, code }: CardState) =>
  deviceScreen(c, 'card', owner, (language) => ({
    steps: STEPS[kind][language],
    device: html`<article class="otp-card" data-device>
<p class="brand">OTP</p>
<output class="display" aria-label="${TEXTS.display[language]}">${copyButton('code', code, language)}</output>
<form method="post" action="/card/${owner.userId}"><button class="knob" type="submit">${TEXTS.press[language]}</button></form>
<p class="serial">${serial}</p>
</article>`,
  }));
