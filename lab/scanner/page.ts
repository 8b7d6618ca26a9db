import type { Context } from 'hono';
import { html } from 'hono/html';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import { deviceScreen } from '#lab/devices/screen.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import type { Markup } from '#lab/web/page.ts';
import type { LoginRequest } from './device-calls.ts';

const TEXTS = {
  title: { ko: 'QR 스캔', en: 'Scan a QR code' },
  camera: { ko: '카메라로 스캔', en: 'Use the camera' },
  screen: { ko: '공유한 화면에서 스캔', en: 'Scan a shared screen' },
  picture: {
    ko: '그림 선택(끌어다 놓거나 붙여 넣어도 돼요)',
    en: 'Choose a picture (or drop or paste one)',
  },
  text: { ko: '코드의 내용', en: 'Text of the code' },
  read: { ko: '읽기', en: 'Read' },
  video: { ko: '스캔하고 있는 화면', en: 'The scanned picture' },
  looking: { ko: 'QR 코드를 찾고 있어요.', en: 'Looking for a QR code.' },
  none: { ko: '그림에서 QR 코드를 찾지 못했어요.', en: 'There is no QR code in the picture.' },
  denied: { ko: '카메라나 공유한 화면을 볼 수 없어요.', en: 'The camera or screen cannot be seen.' },
  question: { ko: '이 로그인을 승인할까요?', en: 'Approve this sign-in?' },
  service: { ko: '서비스', en: 'Service' },
  browser: { ko: '브라우저', en: 'Browser' },
  at: { ko: '요청한 때', en: 'Requested' },
  warning: {
    ko: '지금 이 화면을 직접 보고 있을 때만 승인하세요. 다른 사람이 보낸 코드라면 거절하세요.',
    en: 'Approve only if you are looking at this screen now. Decline a code that somebody sent you.',
  },
  number: {
    ko: '로그인 화면에 나온 숫자를 선택하세요.',
    en: 'Choose the number that the sign-in screen shows.',
  },
  decline: { ko: '거절', en: 'Decline' },
  again: { ko: '다른 코드 스캔', en: 'Scan another code' },
  approved: { ko: '승인했어요. 로그인 화면으로 돌아가세요.', en: 'Approved. Go back to the sign-in screen.' },
  declined: { ko: '거절했어요.', en: 'Declined.' },
} as const satisfies Record<string, Bilingual>;

const STEPS: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    '포털의 아이디 화면에서 ‘QR 스캔으로 로그인’을 누르세요.',
    '이 화면에서 카메라나 공유한 화면으로 코드를 스캔하세요. 코드는 15초 동안만 사용할 수 있어요.',
    '포털에 나온 숫자를 선택하세요. 다른 숫자를 선택하면 로그인이 거절돼요.',
  ],
  en: [
    'Choose the QR scan on the ID screen of the portal.',
    'Scan the code here with the camera or a shared screen. It is valid for 15 seconds.',
    'Choose the number that the portal shows. Any other number declines the sign-in.',
  ],
};

const scannerScreen = (c: Context, owner: DeviceOwner, build: (language: Language) => Markup) =>
  deviceScreen(c, 'phone', owner, (language) => ({
    steps: STEPS[language],
    device: html`<article class="phone"><section class="scanner"><h2>${TEXTS.title[language]}</h2>${build(language)}</section></article>`,
  }));

const scanAgainLink = ({ userId }: DeviceOwner, language: Language): Markup =>
  html`<p><a class="button quiet" href="/phone/${userId}/scan">${TEXTS.again[language]}</a></p>`;

/**
 * The page of the scanner.
 * @param problem why the last QR code was not accepted; empty when there was no problem
 */
export const scannerPage = (c: Context, owner: DeviceOwner, problem = '') =>
  scannerScreen(
    c,
    owner,
    (language) => html`<p class="warn" role="alert">${problem}</p>
<p class="row"><button type="button" data-camera>${TEXTS.camera[language]}</button><button type="button" class="quiet" data-screen>${TEXTS.screen[language]}</button></p>
<video data-video muted playsinline hidden aria-label="${TEXTS.video[language]}"></video>
<p role="status" data-scan-status data-looking="${TEXTS.looking[language]}" data-none="${TEXTS.none[language]}" data-denied="${TEXTS.denied[language]}"></p>
<label>${TEXTS.picture[language]}<input type="file" accept="image/*" data-picture></label>
<form method="post" action="/phone/${owner.userId}/scan" data-scan><label>${TEXTS.text[language]}<textarea name="text" rows="3" required></textarea></label>
<p><button class="quiet" type="submit">${TEXTS.read[language]}</button></p></form>
<script src="/jsqr.js" defer></script><script src="/scanner.js" defer></script>`,
  );

/** The page on which the person approves or declines the sign-in of a scanned QR code. */
export const questionPage = (
  c: Context,
  owner: DeviceOwner,
  qrId: string,
  { serviceName, browser, requestedAt, numbers }: LoginRequest,
) =>
  scannerScreen(c, owner, (language) => {
    const isoTime = new Date(requestedAt).toISOString();
    return html`<h3>${TEXTS.question[language]}</h3>
<dl class="addresses"><div><dt>${TEXTS.service[language]}</dt><dd>${serviceName}</dd></div>
<div><dt>${TEXTS.browser[language]}</dt><dd>${browser}</dd></div>
<div><dt>${TEXTS.at[language]}</dt><dd><time datetime="${isoTime}">${isoTime}</time></dd></div></dl>
<p class="warn">${TEXTS.warning[language]}</p>
<form method="post" action="/phone/${owner.userId}/scan/${qrId}"><p>${TEXTS.number[language]}</p>
<p class="row">${numbers.map((number) => html`<button type="submit" name="number" value="${number}">${number}</button>`)}</p>
<p><button class="quiet" type="submit" name="decline" value="Y">${TEXTS.decline[language]}</button></p></form>`;
  });

/** The page after the person has approved or declined a sign-in. */
export const decisionPage = (c: Context, owner: DeviceOwner, outcome: string) =>
  scannerScreen(
    c,
    owner,
    (language) =>
      html`<p class="note" role="status">${outcome === 'approved' ? TEXTS.approved[language] : TEXTS.declined[language]}</p>${scanAgainLink(owner, language)}`,
  );

/** The page that shows a problem, with a link to scan another QR code. */
export const failurePage = (c: Context, owner: DeviceOwner, problem: string) =>
  scannerScreen(
    c,
    owner,
    (language) => html`<p class="warn" role="alert">${problem}</p>${scanAgainLink(owner, language)}`,
  );
