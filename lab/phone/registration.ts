import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { DeviceMemory } from '#lab/devices/memory.ts';
import type { Owner } from '#lab/devices/owners.ts';
import { noDevice } from '#lab/devices/shelf.ts';
import type { LabOptions } from '#lab/options.ts';
import { type Bilingual, languageOf } from '#lab/web/language.ts';
import { isJson, jsonOf, wantsPage } from '#lab/web/negotiation.ts';
import { ownPagesOnly } from '#lab/web/own-pages.ts';
import type { AppLink } from './app-link.ts';
import { linkOf, linkOfCode } from './find-link.ts';
import { registerApp } from './new-app.ts';
import { newClientKey, offlineApp } from './offline-app.ts';
import type { Heard } from './portal-call.ts';
import { registrationPage } from './registration-page.ts';

const FOREIGN: Bilingual = {
  ko: '이 포털의 등록 링크가 아니에요. 문자나 포털 화면의 링크를 끝까지 복사해 주세요.',
  en: 'This is no link of this portal. Copy all of the link of the SMS or of the portal’s page.',
};
const OTHER: Bilingual = {
  ko: '다른 사람에게 발급된 링크예요. 그 사람의 휴대폰에서 열어 주세요.',
  en: 'The link was issued to somebody else. Open it on that person’s phone.',
};
const NO_KEY: Bilingual = {
  ko: '먼저 클라이언트 키를 만들어 포털에 입력해 주세요.',
  en: 'Make a client key first, and type it into the portal.',
};

const digits = (count: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s/g, '')),
    v.regex(new RegExp(`^\\d{${count}}$`), `needs ${count} digits`),
  );

const sent = v.union([v.object({ link: v.string() }), v.object({ authCode: digits(16), otp: digits(6) })]);

const offlineSent = v.object({
  ak: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.replace(/\s/g, '').toUpperCase()),
      v.regex(/^[A-Z2-9]{8}$/, 'needs 8 characters'),
    ),
  ),
});

/** A form, JSON, or no body at all. */
const bodyOf = async (c: Context): Promise<unknown> => (isJson(c) ? jsonOf(c) : c.req.parseBody());

type Options = Pick<LabOptions, 'accounts' | 'portalUrl' | 'askPortal' | 'appScheme'>;

/**
 * The app of a phone, registered as a person does it: by a link, by scanning, by typing, or offline; and the phone
 * lost.
 */
export function appRegistration(
  owners: readonly Owner[],
  memory: Pick<DeviceMemory, 'apps' | 'clientKeys'>,
  options: Options,
): Hono {
  const holder = (userId: string): Owner | undefined =>
    owners.find(
      (owner) => owner.userId === userId && options.accounts.some((account) => account.userId === userId),
    );
  const refuse = (c: Context, owner: Owner, problem: string) =>
    wantsPage(c)
      ? registrationPage(c, owner, { problem, clientKey: memory.clientKeys.get(owner.userId) })
      : c.json({ problems: [problem] }, 400);

  /** The app registers itself and becomes the app of the phone. */
  const register = async (c: Context, owner: Owner, found: Heard<AppLink> | null, otp = '') => {
    const language = languageOf(c);
    if (!found) return refuse(c, owner, FOREIGN[language]);
    if (!found.ok) return refuse(c, owner, found.problem);
    if (found.value.userId !== owner.userId) return refuse(c, owner, OTHER[language]);
    const registered = await registerApp(options, found.value, language, otp);
    if (!registered.ok) return refuse(c, owner, registered.problem);
    memory.apps.set(owner.userId, registered.value);
    const { deviceName } = registered.value;
    return wantsPage(c)
      ? c.redirect(`/phone/${owner.userId}`, 303)
      : c.json({ userId: owner.userId, deviceName }, 201);
  };

  return new Hono()
    .get('/phone/:userId/app', (c) => {
      const owner = holder(c.req.param('userId'));
      return owner
        ? registrationPage(c, owner, { clientKey: memory.clientKeys.get(owner.userId) })
        : noDevice(c);
    })
    .post('/phone/:userId/app', ownPagesOnly, async (c) => {
      const owner = holder(c.req.param('userId'));
      if (!owner) return noDevice(c);
      const language = languageOf(c);
      const parsed = v.safeParse(sent, await bodyOf(c));
      if (!parsed.success) return refuse(c, owner, FOREIGN[language]);
      const { output } = parsed;
      if ('link' in output) return register(c, owner, await linkOf(options, output.link, language));
      return register(c, owner, await linkOfCode(options, output.authCode, language), output.otp);
    })
    .post('/phone/:userId/app/offline', ownPagesOnly, async (c) => {
      const owner = holder(c.req.param('userId'));
      if (!owner) return noDevice(c);
      const { userId } = owner;
      const parsed = v.safeParse(offlineSent, await bodyOf(c));
      if (!parsed.success) return refuse(c, owner, parsed.issues.map(({ message }) => message).join());
      const { ak } = parsed.output;
      if (ak === undefined) {
        const clientKey = newClientKey(memory, userId);
        return wantsPage(c) ? registrationPage(c, owner, { clientKey }) : c.json({ userId, clientKey }, 201);
      }
      const clientKey = memory.clientKeys.get(userId);
      if (clientKey === null) return refuse(c, owner, NO_KEY[languageOf(c)]);
      const { app, proof } = offlineApp(clientKey, ak);
      memory.apps.set(userId, app);
      return wantsPage(c) ? registrationPage(c, owner, { clientKey, proof }) : c.json({ userId, proof }, 201);
    })
    .post('/phone/:userId/lose', ownPagesOnly, (c) => {
      const owner = holder(c.req.param('userId'));
      if (!owner) return noDevice(c);
      memory.apps.set(owner.userId, 'lost');
      return wantsPage(c) ? c.redirect(`/phone/${owner.userId}/app`, 303) : c.json({ userId: owner.userId });
    });
}
