import type { BrowserNotifications } from '#phone/ports/notifications.ts';
import type { NotificationTexts } from '#phone/store/notifications.ts';
import type { PhoneBrand } from '#wire/phone-app.ts';
import type { PhoneTexts } from './texts.ts';

/** Matches the user agents of iOS. */
const IOS = /iPhone|iPad|iPod/;

/** The notifications of a browser. On iOS, only installed apps have notifications. */
export function browserNotifications(browserWindow: Window & typeof globalThis): BrowserNotifications {
  const { navigator } = browserWindow;
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in browserWindow && 'Notification' in browserWindow;
  const isInstalled = browserWindow.matchMedia('(display-mode: standalone)').matches;
  const mustBeInstalled = IOS.test(navigator.userAgent) && !isInstalled;
  return {
    support: isSupported ? 'full' : mustBeInstalled ? 'installFirst' : 'none',
    permission: () => browserWindow.Notification.permission,
    requestPermission: () => browserWindow.Notification.requestPermission(),
    pushManager: async () => (await navigator.serviceWorker.ready).pushManager,
    now: Date.now,
  };
}

/** Keys of texts without placeholders. */
type PlainTextKey = 'phone.name' | 'phone.notify.login' | 'phone.notify.identity' | 'phone.notify.over';

/** The texts of notifications in a language, with the name of the app. */
export function notificationTexts(
  { language, messages }: PhoneTexts,
  { name }: Pick<PhoneBrand, 'name'>,
): NotificationTexts {
  const textOf = (key: PlainTextKey): string =>
    (messages[key] ?? []).map((part) => ('value' in part ? String(part.value) : '')).join('');
  return {
    language,
    name: name?.[language] ?? textOf('phone.name'),
    login: textOf('phone.notify.login'),
    identity: textOf('phone.notify.identity'),
    over: textOf('phone.notify.over'),
  };
}
