import type { Context } from 'hono';
import { html } from 'hono/html';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import { copyButton, deviceScreen } from '#lab/devices/screen.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';

const TEXTS = {
  title: { ko: '앱 등록', en: 'Register the app' },
  link: { ko: '링크로', en: 'By a link' },
  linkLabel: { ko: '문자로 받은 링크 또는 앱 링크', en: 'The link of the SMS, or an app link' },
  register: { ko: '이 휴대폰의 앱으로 등록', en: 'Register the app of this phone' },
  scan: { ko: 'QR 스캔으로', en: 'By scanning a QR code' },
  scanOpen: { ko: 'QR 스캔', en: 'Scan a QR code' },
  typed: { ko: '직접 입력', en: 'By typing' },
  authCode: { ko: '16자리 등록 코드', en: 'Registration code, 16 digits' },
  otp: { ko: '6자리 OTP', en: 'OTP, 6 digits' },
  offline: { ko: '오프라인', en: 'Offline' },
  standard: { ko: '다른 인증 앱', en: 'Another authenticator app' },
  standardKey: { ko: '포털에 나온 키', en: 'The key that the portal shows' },
  add: { ko: '인증 앱에 추가', en: 'Add it to the authenticator' },
  newKey: { ko: '클라이언트 키 만들기', en: 'Create a client key' },
  clientKey: { ko: '클라이언트 키', en: 'Client key' },
  ak: { ko: '포털에 나온 8글자', en: 'The 8 characters of the portal' },
  comparison: { ko: '포털의 숫자와 같은지 확인하세요', en: 'Compare it with the number in the portal' },
} as const satisfies Record<string, Bilingual>;

const STEPS: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    '포털의 등록 화면에서 SMS, QR 스캔, 오프라인 중 하나를 선택하세요.',
    'SMS: 휴대폰에 온 문자의 링크를 여기에 붙여 넣으세요.',
    'QR: 스캔하거나, 포털의 ‘직접 입력’에 나온 16자리와 6자리를 입력하세요.',
    '오프라인: 클라이언트 키를 만들어 포털에 입력하고, 포털의 8글자를 여기에 입력하세요.',
    '다른 인증 앱: QR을 스캔하거나 포털의 키를 복사해 여기에 붙여 넣고, 휴대폰에 나온 숫자를 포털에 입력하세요.',
    '등록하면 새 OTP가 나와요. 앞서 등록한 앱은 사용할 수 없어요.',
  ],
  en: [
    'On the registration screen of the portal choose SMS, QR code or offline.',
    'SMS: paste the link of the message that has arrived on the phone.',
    'QR: scan it, or type the 16 and the 6 digits that the portal shows instead.',
    'Offline: make a client key and type it into the portal, then type the portal’s 8 characters here.',
    'Another authenticator app: scan the QR code or paste the portal’s key here, then type the digits of the phone into the portal.',
    'After that the phone shows a new OTP. An app that was registered before is void.',
  ],
};

/** The values that the page shows in addition to its forms. */
export type RegistrationState = {
  /** Why no app was registered. */
  readonly problem?: string;
  /** The client key that the app shows; null before a key was created. */
  readonly clientKey: string | null;
  /** The digits to compare; undefined before the 8 characters were typed. */
  readonly comparisonDigits?: string;
};

/** The page on which the app of a phone is registered, with a form for each app method of the portal. */
export const registrationPage = (
  c: Context,
  owner: DeviceOwner,
  { problem = '', clientKey, comparisonDigits }: RegistrationState,
) =>
  deviceScreen(c, 'phone', owner, (language) => {
    const action = `/phone/${owner.userId}/app`;
    return {
      steps: STEPS[language],
      device: html`<article class="phone"><section class="scanner"><h2>${TEXTS.title[language]}</h2>
<p class="warn" role="alert">${problem}</p>
${comparisonDigits === undefined ? '' : html`<p class="note" role="status">${TEXTS.comparison[language]}: ${copyButton('comparison-digits', comparisonDigits, language)}</p>`}
<h3>${TEXTS.link[language]}</h3>
<form method="post" action="${action}"><label>${TEXTS.linkLabel[language]}<textarea name="link" rows="4" required></textarea></label>
<p><button type="submit">${TEXTS.register[language]}</button></p></form>
<h3>${TEXTS.scan[language]}</h3>
<p><a class="button quiet" href="/phone/${owner.userId}/scan">${TEXTS.scanOpen[language]}</a></p>
<h3>${TEXTS.typed[language]}</h3>
<form method="post" action="${action}"><label>${TEXTS.authCode[language]}<input name="authCode" inputmode="numeric" autocomplete="off" required></label>
<label>${TEXTS.otp[language]}<input name="otp" inputmode="numeric" autocomplete="off" required></label>
<p><button class="quiet" type="submit">${TEXTS.register[language]}</button></p></form>
<h3>${TEXTS.offline[language]}</h3>
<form method="post" action="${action}/offline"><p><button class="quiet" type="submit">${TEXTS.newKey[language]}</button></p></form>
${
  clientKey === null
    ? ''
    : html`<p>${TEXTS.clientKey[language]}: ${copyButton('clientKey', clientKey, language)}</p>
<form method="post" action="${action}/offline"><label>${TEXTS.ak[language]}<input name="ak" autocomplete="off" required></label>
<p><button class="quiet" type="submit">${TEXTS.register[language]}</button></p></form>`
}
<h3>${TEXTS.standard[language]}</h3>
<form method="post" action="${action}"><label>${TEXTS.standardKey[language]}<input name="key" autocomplete="off" required></label>
<p><button class="quiet" type="submit">${TEXTS.add[language]}</button></p></form></section></article>`,
    };
  });
