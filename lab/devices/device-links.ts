import { html } from 'hono/html';
import type { Bilingual, Language } from '#lab/web/language.ts';
import type { Markup } from '#lab/web/page.ts';
import { DEVICE_KINDS, type DeviceKind, type DeviceOwner, hasDevice } from './owners.ts';

type DeviceLink = { readonly kind: DeviceKind; readonly label: Bilingual; readonly hint: Bilingual };

const TITLE: Bilingual = { ko: '기기로 로그인해 보기', en: 'Sign in with a device' };

const LEADS: Readonly<Record<Language, (userId: string) => string>> = {
  ko: (userId) => `${userId} 계정으로 로그인하고 인증 방법을 선택하세요. 창을 나란히 두면 편해요.`,
  en: (userId) => `Sign in as ${userId} and choose a method. Windows side by side are handy.`,
};

const DEVICE_LINKS: readonly DeviceLink[] = [
  {
    kind: 'phone',
    label: { ko: '휴대폰 열기', en: 'Open the phone' },
    hint: { ko: 'SMS 인증번호와 모바일 앱의 OTP', en: 'Codes by SMS, and the OTP of the mobile app' },
  },
  {
    kind: 'mailbox',
    label: { ko: '메일함 열기', en: 'Open the mailbox' },
    hint: { ko: '사내 메일과 개인 메일로 받은 인증번호', en: 'Codes by internal and private mail' },
  },
  {
    kind: 'card',
    label: { ko: 'OTP 카드 꺼내기', en: 'Take out the OTP card' },
    hint: { ko: '버튼을 누를 때마다 새 번호', en: 'A new number at each press' },
  },
  {
    kind: 'yubikey',
    label: { ko: '보안 키(YubiKey) 꽂기', en: 'Plug in the YubiKey' },
    hint: { ko: '터치하면 44글자를 입력하는 키', en: 'Types 44 characters at a touch' },
  },
  {
    kind: 'passkey',
    label: { ko: '패스키 만들기', en: 'Create a passkey' },
    hint: { ko: '이 브라우저의 지문, 얼굴, PIN으로 로그인', en: 'Sign in with fingerprint, face or PIN' },
  },
];

const ADMINISTRATOR_LINK = {
  label: { ko: '관리자에게 요청하기', en: 'Ask the administrator' },
  hint: { ko: '한 번만 사용할 수 있는 임시 코드', en: 'For a temporary code that works once' },
} as const satisfies Record<string, Bilingual>;

/** Links to the devices of the first account that has a device of each kind; empty when no account has them all. */
export function deviceLinksToTry(owners: readonly DeviceOwner[], language: Language): Markup | string {
  const ownerOfAllKinds = owners.find((owner) => DEVICE_KINDS.every((kind) => hasDevice(owner, kind)));
  if (!ownerOfAllKinds) return '';
  const { userId } = ownerOfAllKinds;
  return html`<section class="card"><h2>${TITLE[language]}</h2>
<p>${LEADS[language](userId)}</p><div class="grid">${DEVICE_LINKS.map(
    ({ kind, label, hint }) =>
      html`<a class="tile" href="/${kind}/${userId}" data-window>${label[language]}<span>${hint[language]}</span></a>`,
  )}<a class="tile" href="/administrator">${ADMINISTRATOR_LINK.label[language]}<span>${ADMINISTRATOR_LINK.hint[language]}</span></a></div></section>`;
}
