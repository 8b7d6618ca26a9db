import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as v from 'valibot';
import type { DeviceMemory } from '#lab/devices/memory.ts';
import type { Owner } from '#lab/devices/owners.ts';
import { deviceScreen } from '#lab/devices/screen.ts';
import { noDevice } from '#lab/devices/shelf.ts';
import type { LabOptions } from '#lab/options.ts';
import { type Bilingual, type Language, languageOf } from '#lab/web/language.ts';
import { isJson, jsonOf, wantsPage } from '#lab/web/negotiation.ts';
import { ownPagesOnly } from '#lab/web/own-pages.ts';
import { readAppLink } from './app-link.ts';
import { registerApp } from './new-app.ts';

const TEXTS = {
  title: { ko: '앱 연결', en: 'Connect the app' },
  link: { ko: '앱 링크', en: 'App link' },
  register: { ko: '이 휴대폰의 앱으로 등록', en: 'Register the app of this phone' },
  foreign: {
    ko: '이 포털의 앱 링크가 아니에요. 포털 화면에서 ‘앱 열기’의 링크 주소를 복사해 주세요.',
    en: 'This is no app link of this portal. Copy the address of the link that opens the app.',
  },
  other: {
    ko: '다른 사람에게 발급된 링크예요. 그 사람의 휴대폰에서 열어 주세요.',
    en: 'The link was issued to somebody else. Open it on that person’s phone.',
  },
} as const satisfies Record<string, Bilingual>;

const STEPS: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    '관리자에게서 앱 연결 링크를 열면 포털의 앱 연결 화면이 나와요. 5분 동안 쓸 수 있어요.',
    '그 화면에서 ‘앱 열기’의 링크 주소를 복사해 여기에 붙여 넣으세요.',
    '등록하면 이 휴대폰이 푸시를 받고 새 OTP를 보여 줘요. 앞서 등록한 앱은 쓸 수 없어요.',
  ],
  en: [
    'Open an app link at the administrator: the portal shows the page that opens the app. It is good for 5 minutes.',
    'Copy the address of the link that opens the app, and paste it here.',
    'After that this phone receives pushes and shows the new OTP. An app that was registered before is void.',
  ],
};

const sent = v.object({ link: v.string() });

/** A form or JSON. */
const bodyOf = async (c: Context): Promise<unknown> => (isJson(c) ? jsonOf(c) : c.req.parseBody());

const page = (c: Context, owner: Owner, problem = '') =>
  deviceScreen(c, 'phone', owner, (language) => ({
    steps: STEPS[language],
    device: html`<article class="phone"><section class="scanner"><h2>${TEXTS.title[language]}</h2>
<p class="warn" role="alert">${problem}</p>
<form method="post" action="/phone/${owner.userId}/app"><label>${TEXTS.link[language]}<textarea name="link" rows="6" required></textarea></label>
<p><button type="submit">${TEXTS.register[language]}</button></p></form></section></article>`,
  }));

/** The app that a person opens by a link of the portal: it registers itself and becomes the app of the phone. */
export function appRegistration(
  owners: readonly Owner[],
  memory: Pick<DeviceMemory, 'apps'>,
  options: Pick<LabOptions, 'accounts' | 'portalUrl' | 'askPortal' | 'appScheme'>,
): Hono {
  const holder = (userId: string): Owner | undefined =>
    owners.find(
      (owner) => owner.userId === userId && options.accounts.some((account) => account.userId === userId),
    );
  const refuse = (c: Context, owner: Owner, problem: string) =>
    wantsPage(c) ? page(c, owner, problem) : c.json({ problems: [problem] }, 400);

  return new Hono()
    .get('/phone/:userId/app', (c) => {
      const owner = holder(c.req.param('userId'));
      return owner ? page(c, owner) : noDevice(c);
    })
    .post('/phone/:userId/app', ownPagesOnly, async (c) => {
      const owner = holder(c.req.param('userId'));
      if (!owner) return noDevice(c);
      const language = languageOf(c);
      const parsed = v.safeParse(sent, await bodyOf(c));
      const link = parsed.success ? readAppLink(options, parsed.output.link) : null;
      if (!link) return refuse(c, owner, TEXTS.foreign[language]);
      if (link.userId !== owner.userId) return refuse(c, owner, TEXTS.other[language]);
      const registered = await registerApp(options, link, language);
      if (!registered.ok) return refuse(c, owner, registered.problem);
      memory.apps.set(owner.userId, registered.app);
      const { deviceName } = registered.app;
      return wantsPage(c)
        ? c.redirect(`/phone/${owner.userId}`, 303)
        : c.json({ userId: owner.userId, deviceName }, 201);
    });
}
