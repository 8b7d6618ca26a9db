import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { deviceNotFound } from '#lab/devices/device-list.ts';
import type { DeviceStore } from '#lab/devices/device-store.ts';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import { type Bilingual, languageOf } from '#lab/web/language.ts';
import { bodyOf, wantsPage } from '#lab/web/negotiation.ts';
import { sameOriginOnly } from '#lab/web/same-origin.ts';
import type { AppLink } from './app-link.ts';
import { findAppLink, findAppLinkByCode } from './find-link.ts';
import { newClientKey, offlineApp } from './offline-app.ts';
import type { PortalAnswer } from './portal-call.ts';
import { createAppRegistrar, storeApp } from './register-by-link.ts';
import { registrationPage } from './registration-page.ts';
import { typedApp } from './standard-app.ts';

const FOREIGN_LINK_TEXT: Bilingual = {
  ko: '이 포털의 등록 링크가 아니에요. 문자나 포털 화면의 링크를 끝까지 복사해 주세요.',
  en: 'This is not a link of this portal. Copy the complete link from the SMS or the portal’s page.',
};
const INVALID_DIGITS_TEXT: Bilingual = {
  ko: '등록 코드는 16자리, OTP는 6자리 숫자예요. 포털 화면의 숫자를 다시 입력해 주세요.',
  en: 'The registration code has 16 digits and the OTP 6. Enter the digits of the portal’s page again.',
};
const INVALID_CHARACTERS_TEXT: Bilingual = {
  ko: '포털 화면에 나온 8자리를 다시 입력해 주세요.',
  en: 'Enter the 8 characters of the portal’s page again.',
};
const INVALID_SECRET_TEXT: Bilingual = {
  ko: '인증 앱의 키가 아니에요. 포털 화면의 키를 끝까지 복사해 주세요.',
  en: 'This is not a key for an authenticator. Copy the complete key from the portal’s page.',
};
const NO_CLIENT_KEY_TEXT: Bilingual = {
  ko: '먼저 클라이언트 키를 만들어 포털에 입력해 주세요.',
  en: 'Create a client key first, and type it into the portal.',
};

const digitsOfLength = (count: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s/g, '')),
    v.regex(new RegExp(`^\\d{${count}}$`)),
  );

const registrationRequest = v.union([
  v.object({ link: v.string() }),
  v.object({ key: v.string() }),
  v.object({ authCode: digitsOfLength(16), otp: digitsOfLength(6) }),
]);

/** A typed registration code, also with an invalid number of digits. */
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
 * The pages and JSON calls that register the app of a phone as a person does: with a link, a typed registration code,
 * or offline. Another call simulates that the person loses the phone.
 */
export function appRegistrationRoutes(
  owners: readonly DeviceOwner[],
  store: Pick<DeviceStore, 'apps' | 'clientKeys'>,
  options: Options,
): Hono {
  const findAccountOwner = (userId: string): DeviceOwner | undefined =>
    owners.find(
      (owner) => owner.userId === userId && options.accounts.some((account) => account.userId === userId),
    );
  const refuse = (c: Context, owner: DeviceOwner, problem: string) =>
    wantsPage(c)
      ? registrationPage(c, owner, { problem, clientKey: store.clientKeys.get(owner.userId) })
      : c.json({ problems: [problem] }, 400);

  const registerByLink = createAppRegistrar(store, options, refuse);

  /** Registers the app of the phone with the app link, or answers with the problem when there is no app link. */
  const register = (c: Context, owner: DeviceOwner, link: PortalAnswer<AppLink> | null, otp = '') => {
    if (!link) return refuse(c, owner, FOREIGN_LINK_TEXT[languageOf(c)]);
    return link.ok ? registerByLink(c, owner, link.value, otp) : refuse(c, owner, link.problem);
  };

  /** Stores a standard authenticator as the app of the phone. */
  const storeTypedApp = (c: Context, owner: DeviceOwner, key: string) => {
    const app = typedApp(key);
    return app ? storeApp(store, c, owner, app) : refuse(c, owner, INVALID_SECRET_TEXT[languageOf(c)]);
  };

  return new Hono()
    .get('/phone/:userId/app', (c) => {
      const owner = findAccountOwner(c.req.param('userId'));
      return owner
        ? registrationPage(c, owner, { clientKey: store.clientKeys.get(owner.userId) })
        : deviceNotFound(c);
    })
    .post('/phone/:userId/app', sameOriginOnly, async (c) => {
      const owner = findAccountOwner(c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      const language = languageOf(c);
      const body = await bodyOf(c);
      const parsed = v.safeParse(registrationRequest, body);
      if (!parsed.success)
        return refuse(c, owner, (v.is(typedCode, body) ? INVALID_DIGITS_TEXT : FOREIGN_LINK_TEXT)[language]);
      const { output } = parsed;
      if ('link' in output) return register(c, owner, await findAppLink(options, output.link, language));
      if ('key' in output) return storeTypedApp(c, owner, output.key);
      return register(c, owner, await findAppLinkByCode(options, output.authCode, language), output.otp);
    })
    .post('/phone/:userId/app/offline', sameOriginOnly, async (c) => {
      const owner = findAccountOwner(c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      const { userId } = owner;
      const parsed = v.safeParse(offlineRequest, await bodyOf(c));
      if (!parsed.success) return refuse(c, owner, INVALID_CHARACTERS_TEXT[languageOf(c)]);
      const { ak } = parsed.output;
      if (ak === undefined) {
        const clientKey = newClientKey(store, userId);
        return wantsPage(c) ? registrationPage(c, owner, { clientKey }) : c.json({ userId, clientKey }, 201);
      }
      const clientKey = store.clientKeys.get(userId);
      if (clientKey === null) return refuse(c, owner, NO_CLIENT_KEY_TEXT[languageOf(c)]);
      const { app, comparisonDigits } = offlineApp(clientKey, ak);
      store.apps.set(userId, app);
      return wantsPage(c)
        ? registrationPage(c, owner, { clientKey, comparisonDigits })
        : c.json({ userId, comparisonDigits }, 201);
    })
    .post('/phone/:userId/lose', sameOriginOnly, (c) => {
      const owner = findAccountOwner(c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      store.apps.set(owner.userId, 'lost');
      return wantsPage(c) ? c.redirect(`/phone/${owner.userId}/app`, 303) : c.json({ userId: owner.userId });
    });
}
