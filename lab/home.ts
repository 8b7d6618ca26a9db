import { Hono } from 'hono';
import { html } from 'hono/html';
import { deviceLinksToTry } from './devices/device-links.ts';
import type { DeviceOwner } from './devices/owners.ts';
import { deviceLinks } from './devices/screen.ts';
import type { LabOptions } from './options.ts';
import { TEXTS as TELEVISION } from './television/routes.ts';
import type { Bilingual, Language } from './web/language.ts';
import { bothOrigins } from './web/origins.ts';
import { labPage } from './web/page.ts';

/** Texts of the start page. */
const TEXTS = {
  title: { ko: '2분 안에 해 보기', en: 'Two minutes to try it' },
  lead: {
    ko: '여기는 포털 바깥이에요. 포털을 사용하는 데모 서비스와 시험 도구가 있어요.',
    en: 'This is the world outside the portal: demo services that use it, and tools to try things out.',
  },
  open: { ko: '데모 서비스 열기', en: 'Open the demo service' },
  openOther: { ko: 'SAML 서비스 열기', en: 'Open the SAML service' },
  steps: { ko: '순서', en: 'What to do' },
  accounts: { ko: '데모 계정', en: 'Demo accounts' },
  password: {
    ko: '비밀번호(첫 비밀번호가 없는 bong 제외)',
    en: 'Password of all accounts but bong, who has none yet',
  },
  id: { ko: '아이디', en: 'ID' },
  person: { ko: '이름', en: 'Name' },
  shows: { ko: '볼 수 있는 것', en: 'What it shows' },
  devices: { ko: '기기', en: 'Devices' },
  administrator: { ko: '관리자', en: 'Administrator' },
  administratorHint: { ko: '임시 코드를 발급해요.', en: 'Issues temporary codes.' },
  spareKeys: { ko: '주인 없는 보안 키', en: 'Nobody’s YubiKeys' },
  spareKeysHint: { ko: '포털이 거절해야 하는 키예요.', en: 'Keys that the portal has to refuse.' },
  phoneApp: { ko: '인증 앱', en: 'The authenticator' },
  phoneAppHint: {
    ko: '포털이 제공하는 앱을 휴대폰 화면에서 열어요.',
    en: 'The portal’s own app, on a phone next to your browser.',
  },
  more: { ko: '더 해 보기', en: 'More' },
  portal: { ko: '포털', en: 'The portal' },
  portalHint: { ko: '서비스 없이 바로 열기', en: 'opened without a service' },
  crossSite: { ko: '다른 사이트의 서비스', en: 'The service from another site' },
  crossSiteOther: { ko: '다른 사이트의 SAML 서비스', en: 'The SAML service from another site' },
  crossSiteHint: {
    ko: '같은 서비스를 127.0.0.1에서 열어요. 브라우저에는 다른 사이트예요.',
    en: 'The same service on 127.0.0.1, which is another site to a browser.',
  },
  atlas: { ko: '흐름 지도', en: 'Flow atlas' },
  atlasHint: {
    ko: '모든 상태와 실제 화면을 한국어와 영어로 봐요.',
    en: 'Every state with its real screens in both languages.',
  },
  faults: { ko: '고장 스위치', en: 'Fault switch' },
  faultsHint: { ko: '다음 응답을 오류로 바꿔요.', en: 'Turns the next answer of a call into a failure.' },
} as const satisfies Record<string, Bilingual>;

const STEPS: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    '데모 서비스를 열고 로그인을 누르세요. 포털로 넘어가요.',
    'kim을 입력하고 다음 화면에서 비밀번호를 입력하세요. 로그인한 채 서비스로 돌아와요.',
    '서비스 아래쪽의 ‘다시 로그인’을 누르세요. 이번에는 비밀번호 없이 3초 뒤 들어와요.',
    '이번에는 SAML 서비스를 열고 로그인을 누르세요. 이미 로그인해서 비밀번호를 다시 묻지 않아요.',
    '로그아웃한 뒤 틀린 비밀번호, 없는 아이디, 아래의 다른 계정을 입력해 보세요.',
    '포털 화면에서 언어를 바꾸고, 새로 고침과 뒤로 가기를 눌러 보세요.',
  ],
  en: [
    'Open the demo service and choose to sign in: you are sent to the portal.',
    'Enter kim, then the password on the next screen: you are back in the service, signed in.',
    'Choose “Sign in once more” further down in the service: this time you are in after 3 seconds, without a password.',
    'Now open the SAML service and sign in there: you are signed in already, so no password is asked for.',
    'Sign out, then try a wrong password, an ID that nobody has, and the other accounts below.',
    'Change the language in the portal, reload it, go back: you stay where you were.',
  ],
};

/** The start page of the lab, and the list of the demo accounts as JSON. */
export const homeRoutes = (
  { portalUrl, labUrl, provider, otherClients, accounts, password }: LabOptions,
  owners: readonly DeviceOwner[],
): Hono => {
  const deviceLinksOf = (userId: string, language: Language) =>
    owners.filter((owner) => owner.userId === userId).flatMap((owner) => deviceLinks(owner, language));
  const [, otherOrigin] = bothOrigins(labUrl);

  return new Hono()
    .get('/', (c) =>
      labPage(c, (language) => ({
        title: TEXTS.title[language],
        bar: html`<a href="/faults">${TEXTS.faults[language]}</a>`,
        body: html`<h1>${TEXTS.title[language]}</h1>
<p class="lead">${TEXTS.lead[language]}</p>
<p class="row"><a class="button" href="/service">${TEXTS.open[language]}</a>
<a class="button quiet" href="${provider.path}">${TEXTS.openOther[language]}</a></p>
<section class="card"><h2>${TEXTS.steps[language]}</h2><ol>${STEPS[language].map((step) => html`<li>${step}</li>`)}</ol></section>
${deviceLinksToTry(owners, language)}
<section class="card"><h2>${TEXTS.accounts[language]}</h2>
<p>${TEXTS.password[language]}: <code>${password}</code></p>
<div class="scroll" tabindex="0" role="region" aria-label="${TEXTS.accounts[language]}"><table>
<thead><tr><th scope="col">${TEXTS.id[language]}</th><th scope="col">${TEXTS.person[language]}</th><th scope="col">${TEXTS.shows[language]}</th><th scope="col">${TEXTS.devices[language]}</th></tr></thead>
<tbody>${accounts.map(
          ({ userId, name, shows }) =>
            html`<tr><th scope="row"><code>${userId}</code></th><td>${name[language]}</td><td>${shows[language]}</td><td><div class="links">${deviceLinksOf(userId, language)}</div></td></tr>`,
        )}</tbody></table></div></section>
<section class="card"><h2>${TEXTS.more[language]}</h2><div class="grid">
<a class="tile" href="${portalUrl}/">${TEXTS.portal[language]}<span>${TEXTS.portalHint[language]}</span></a>
<a class="tile" href="/app">${TEXTS.phoneApp[language]}<span>${TEXTS.phoneAppHint[language]}</span></a>
<a class="tile" href="${otherOrigin}/service">${TEXTS.crossSite[language]}<span>${TEXTS.crossSiteHint[language]}</span></a>
<a class="tile" href="${otherOrigin}${provider.path}">${TEXTS.crossSiteOther[language]}<span>${TEXTS.crossSiteHint[language]}</span></a>
${otherClients.map(
  ({ path, serviceName, displayContent }) =>
    html`<a class="tile" href="${path}">${serviceName[language]}<span>${displayContent[language]}</span></a>`,
)}
<a class="tile" href="/television">${TELEVISION.title[language]}<span>${TELEVISION.lead[language]}</span></a>
<a class="tile" href="/administrator">${TEXTS.administrator[language]}<span>${TEXTS.administratorHint[language]}</span></a>
<a class="tile" href="/yubikey/nobody">${TEXTS.spareKeys[language]}<span>${TEXTS.spareKeysHint[language]}</span></a>
<a class="tile" href="/atlas/">${TEXTS.atlas[language]}<span>${TEXTS.atlasHint[language]}</span></a>
<a class="tile" href="/faults">${TEXTS.faults[language]}<span>${TEXTS.faultsHint[language]}</span></a>
</div></section>`,
      })),
    )
    .get('/accounts', (c) => c.json({ password, accounts }));
};
