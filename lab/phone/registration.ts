import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { deviceNotFound } from '#lab/devices/device-list.ts';
import type { DeviceStore } from '#lab/devices/device-store.ts';
import type { Owner } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import { type Bilingual, languageOf } from '#lab/web/language.ts';
import { bodyOf, wantsPage } from '#lab/web/negotiation.ts';
import { ownPagesOnly } from '#lab/web/own-pages.ts';
import type { AppLink } from './app-link.ts';
import { linkOf, linkOfCode } from './find-link.ts';
import { newClientKey, offlineApp } from './offline-app.ts';
import type { PortalAnswer } from './portal-call.ts';
import { registrarByLink, storeApp } from './register-by-link.ts';
import { registrationPage } from './registration-page.ts';
import { typedApp } from './standard-app.ts';

const FOREIGN_LINK: Bilingual = {
  ko: '이 포털의 등록 링크가 아니에요. 문자나 포털 화면의 링크를 끝까지 복사해 주세요.',
  en: 'This is not a link of this portal. Copy the complete link from the SMS or the portal’s page.',
};
const INVALID_DIGITS: Bilingual = {
  ko: '등록 코드는 16자리, OTP는 6자리 숫자예요. 포털 화면의 숫자를 다시 입력해 주세요.',
  en: 'The registration code has 16 digits and the OTP 6. Enter the digits of the portal’s page again.',
};
const INVALID_CHARACTERS: Bilingual = {
  ko: '포털 화면에 나온 8자리를 다시 입력해 주세요.',
  en: 'Enter the 8 characters of the portal’s page again.',
};
const INVALID_SECRET: Bilingual = {
  ko: '인증 앱의 키가 아니에요. 포털 화면의 키를 끝까지 복사해 주세요.',
  en: 'This is not a key for an authenticator. Copy the complete key from the portal’s page.',
};
const NO_KEY: Bilingual = {
  ko: '먼저 클라이언트 키를 만들어 포털에 입력해 주세요.',
  en: 'Create a client key first, and type it into the portal.',
};

const digits = (count: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s/g, '')),
    v.regex(new RegExp(`^\\d{${count}}$`)),
  );

const registrationRequest = v.union([
  v.object({ link: v.string() }),
  v.object({ key: v.string() }),
  v.object({ authCode: digits(16), otp: digits(6) }),
]);

/** Any typed digits, valid or not. */
const typedCode = v.object({ authCode: v.string() });

const offlineRequest = v.object({
  ak: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.replace(/\s/g, '').toUpperCase()),
      v.regex(/^[A-Z2-9]{8}$/),
    ),
  ),
});

type Options = Pick<LabOptions, 'accounts' | 'portalUrl' | 'portalFetch' | 'appScheme'>;

/**
 * Registers the app of a phone as a person does: by a link, by scanning, by typing, or offline; or loses the phone.
 */
export function appRegistration(
  owners: readonly Owner[],
  store: Pick<DeviceStore, 'apps' | 'clientKeys'>,
  options: Options,
): Hono {
  const findOwner = (userId: string): Owner | undefined =>
    owners.find(
      (owner) => owner.userId === userId && options.accounts.some((account) => account.userId === userId),
    );
  const refuse = (c: Context, owner: Owner, problem: string) =>
    wantsPage(c)
      ? registrationPage(c, owner, { problem, clientKey: store.clientKeys.get(owner.userId) })
      : c.json({ problems: [problem] }, 400);

  const registerByLink = registrarByLink(store, options, refuse);

  /** Registers the app of the phone by the link of an opened, scanned or typed text. */
  const register = (c: Context, owner: Owner, link: PortalAnswer<AppLink> | null, otp = '') => {
    if (!link) return refuse(c, owner, FOREIGN_LINK[languageOf(c)]);
    return link.ok ? registerByLink(c, owner, link.value, otp) : refuse(c, owner, link.problem);
  };

  /** Replaces the app of the phone by another authenticator app. */
  const storeTypedApp = (c: Context, owner: Owner, key: string) => {
    const app = typedApp(key);
    return app ? storeApp(store, c, owner, app) : refuse(c, owner, INVALID_SECRET[languageOf(c)]);
  };

  return new Hono()
    .get('/phone/:userId/app', (c) => {
      const owner = findOwner(c.req.param('userId'));
      return owner
        ? registrationPage(c, owner, { clientKey: store.clientKeys.get(owner.userId) })
        : deviceNotFound(c);
    })
    .post('/phone/:userId/app', ownPagesOnly, async (c) => {
      const owner = findOwner(c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      const language = languageOf(c);
      const body = await bodyOf(c);
      const parsed = v.safeParse(registrationRequest, body);
      if (!parsed.success)
        return refuse(c, owner, (v.is(typedCode, body) ? INVALID_DIGITS : FOREIGN_LINK)[language]);
      const { output } = parsed;
      if ('link' in output) return register(c, owner, await linkOf(options, output.link, language));
      if ('key' in output) return storeTypedApp(c, owner, output.key);
      return register(c, owner, await linkOfCode(options, output.authCode, language), output.otp);
    })
    .post('/phone/:userId/app/offline', ownPagesOnly, async (c) => {
      const owner = findOwner(c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      const { userId } = owner;
      const parsed = v.safeParse(offlineRequest, await bodyOf(c));
      if (!parsed.success) return refuse(c, owner, INVALID_CHARACTERS[languageOf(c)]);
      const { ak } = parsed.output;
      if (ak === undefined) {
        const clientKey = newClientKey(store, userId);
        return wantsPage(c) ? registrationPage(c, owner, { clientKey }) : c.json({ userId, clientKey }, 201);
      }
      const clientKey = store.clientKeys.get(userId);
      if (clientKey === null) return refuse(c, owner, NO_KEY[languageOf(c)]);
      const { app, proof } = offlineApp(clientKey, ak);
      store.apps.set(userId, app);
      return wantsPage(c) ? registrationPage(c, owner, { clientKey, proof }) : c.json({ userId, proof }, 201);
    })
    .post('/phone/:userId/lose', ownPagesOnly, (c) => {
      const owner = findOwner(c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      store.apps.set(owner.userId, 'lost');
      return wantsPage(c) ? c.redirect(`/phone/${owner.userId}/app`, 303) : c.json({ userId: owner.userId });
    });
}
