import type { Context } from 'hono';
import { html } from 'hono/html';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import { deviceScreen } from '#lab/devices/screen.ts';
import type { LabOptions } from '#lab/options.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';

const TEXTS = {
  lead: {
    ko: '포털에 로그인할 때 사용할 패스키를 이 브라우저에 만들어요.',
    en: 'Creates a passkey in this browser, for signing in to the portal.',
  },
  make: { ko: '패스키 만들기', en: 'Create a passkey' },
  list: { ko: '등록된 패스키', en: 'Registered passkeys' },
  none: { ko: '아직 없어요.', en: 'None yet.' },
  made: { ko: '패스키를 만들어 등록했어요.', en: 'The passkey was created and registered.' },
} as const satisfies Record<string, Bilingual>;

/** Texts that the script shows, by outcome. */
const OUTCOMES = {
  making: { ko: '브라우저의 안내를 따라 주세요.', en: 'Follow the instructions of the browser.' },
  cancelled: {
    ko: '패스키를 만들지 않았어요. 다시 누르면 처음부터 시작해요.',
    en: 'No passkey was created. Press again to start over.',
  },
  known: {
    ko: '이 기기에 이 사람의 패스키가 이미 있어요.',
    en: 'This device has a passkey of this person already.',
  },
  host: {
    ko: '실험실과 포털의 호스트 이름이 달라서 만들 수 없어요. 실험실을 localhost로 열어 주세요.',
    en: 'The lab and the portal have different host names, so it cannot be created. Open the lab as localhost.',
  },
  missing: {
    ko: '이 브라우저나 이 연결에서는 패스키를 사용할 수 없어요.',
    en: 'This browser, or this connection, has no passkeys.',
  },
  failed: { ko: '패스키를 만들지 못했어요.', en: 'The passkey could not be created.' },
} as const satisfies Record<string, Bilingual>;

const STEPS: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    '패스키 만들기를 누르고 지문, 얼굴이나 PIN으로 확인하세요.',
    '데모 서비스를 열고 로그인을 누르세요.',
    '아이디 화면에서 패스키를 선택하면 아이디 없이 들어와요. 아이디 입력란의 자동 완성에도 패스키가 나와요.',
    '아이디를 입력한 뒤 인증 방법에서 패스키를 선택해도 돼요.',
  ],
  en: [
    'Press the button and confirm with fingerprint, face or PIN.',
    'Open the demo service and choose to sign in.',
    'Choose the passkey at the ID entry: you are in without an ID. The ID field suggests it as well.',
    'Or enter the ID and choose the passkey among the methods.',
  ],
};

type Passkeys = Awaited<ReturnType<LabOptions['administration']['passkeysOf']>>;

/** The page on which a person creates a passkey. */
export const passkeyPage = (c: Context, owner: DeviceOwner, passkeys: Passkeys) =>
  deviceScreen(c, 'passkey', owner, (language) => {
    const notice = c.req.query('made') === undefined ? '' : TEXTS.made[language];
    const outcomes = Object.entries(OUTCOMES).map(
      ([outcome, text]) => html` data-${outcome}="${text[language]}"`,
    );
    return {
      steps: STEPS[language],
      device: html`<article class="card"><p>${TEXTS.lead[language]}</p>
<form method="post" action="/passkey/${owner.userId}" data-passkey><button type="submit">${TEXTS.make[language]}</button></form>
<p role="status" data-passkey-status${outcomes}>${notice}</p>
<h2>${TEXTS.list[language]}</h2>
${
  passkeys.length === 0
    ? html`<p class="muted">${TEXTS.none[language]}</p>`
    : html`<ul class="list">${passkeys.map(({ name, registeredAt }) => {
        const isoTime = new Date(registeredAt).toISOString();
        return html`<li><span>${name}</span><time datetime="${isoTime}">${isoTime}</time></li>`;
      })}</ul>`
}
<script src="/passkey.js" defer></script></article>`,
    };
  });
