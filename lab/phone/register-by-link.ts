import type { Context } from 'hono';
import type { DeviceStore, RegisteredApp } from '#lab/devices/device-store.ts';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import { type Bilingual, languageOf } from '#lab/web/language.ts';
import { wantsPage } from '#lab/web/negotiation.ts';
import type { AppLink } from './app-link.ts';
import { registerApp } from './new-app.ts';

const OTHER_PERSON_TEXT: Bilingual = {
  ko: '다른 사람에게 발급된 링크나 코드예요. 그 사람의 휴대폰에서 열어 주세요.',
  en: 'The link or code was issued to somebody else. Open it on that person’s phone.',
};

type Refuse = (c: Context, owner: DeviceOwner, problem: string) => Response | Promise<Response>;

/** Stores an app as the app of a phone, and answers the request. */
export function storeApp(
  { apps }: Pick<DeviceStore, 'apps'>,
  c: Context,
  { userId }: DeviceOwner,
  app: RegisteredApp,
): Response {
  apps.set(userId, app);
  return wantsPage(c)
    ? c.redirect(`/phone/${userId}`, 303)
    : c.json({ userId, deviceName: app.deviceName }, 201);
}

/**
 * Returns a function that registers an app with an app link, stores it as the app of the phone, and answers the
 * request.
 * @param refuse answers the request with the reason when no app was registered
 */
export const createAppRegistrar =
  (
    store: Pick<DeviceStore, 'apps'>,
    options: Pick<LabOptions, 'portalUrl' | 'portalFetch'>,
    refuse: Refuse,
  ) =>
  async (c: Context, owner: DeviceOwner, link: AppLink, otp = ''): Promise<Response> => {
    const language = languageOf(c);
    const { userId } = owner;
    if (link.userId !== userId) return refuse(c, owner, OTHER_PERSON_TEXT[language]);
    const registration = await registerApp(options, link, language, otp);
    if (!registration.ok) return refuse(c, owner, registration.problem);
    return storeApp(store, c, owner, registration.value);
  };
