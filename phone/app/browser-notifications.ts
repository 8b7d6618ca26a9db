import type { BrowserNotifications } from '#phone/ports/notifications.ts';
import type { NotificationTexts } from '#phone/store/notifications.ts';
import type { PhoneBrand } from '#wire/phone-app.ts';
import type { PhoneTexts } from './texts.ts';

const IOS = /iPhone|iPad|iPod/;

/** The notifications of this browser. Safari on iOS has them for installed apps only. */
export function browserNotifications(page: Window & typeof globalThis): BrowserNotifications {
  const { navigator } = page;
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in page && 'Notification' in page;
  const isInstalled = page.matchMedia('(display-mode: standalone)').matches;
  const canInstall = IOS.test(navigator.userAgent) && !isInstalled;
  return {
    support: isSupported ? 'full' : canInstall ? 'installFirst' : 'none',
    permission: () => page.Notification.permission,
    requestPermission: () => page.Notification.requestPermission(),
    pushManager: async () => (await navigator.serviceWorker.ready).pushManager,
    now: Date.now,
  };
}

type TextWithoutValues = 'phone.name' | 'phone.notify.login' | 'phone.notify.identity' | 'phone.notify.over';

/** The notification texts in a language, with the portal's name. */
export function notificationTexts(
  { language, messages }: PhoneTexts,
  { name }: Pick<PhoneBrand, 'name'>,
): NotificationTexts {
  const textOf = (key: TextWithoutValues): string =>
    (messages[key] ?? []).map((part) => ('value' in part ? String(part.value) : '')).join('');
  return {
    language,
    name: name?.[language] ?? textOf('phone.name'),
    login: textOf('phone.notify.login'),
    identity: textOf('phone.notify.identity'),
    over: textOf('phone.notify.over'),
  };
}
