import type { NotifyingBrowser } from '#phone/ports/notifications.ts';
import type { NotificationTexts } from '#phone/store/notifications.ts';
import type { PhoneBrand } from '#wire/phone-app.ts';
import type { PhoneTexts } from './texts.ts';

const IOS = /iPhone|iPad|iPod/;

/** What this browser can do. Safari on a phone notifies for apps on the home screen alone. */
export function notifyingBrowser(page: Window & typeof globalThis): NotifyingBrowser {
  const { navigator } = page;
  const hasAll = 'serviceWorker' in navigator && 'PushManager' in page && 'Notification' in page;
  const isInstalled = page.matchMedia('(display-mode: standalone)').matches;
  const canInstall = IOS.test(navigator.userAgent) && !isInstalled;
  return {
    ability: hasAll ? 'full' : canInstall ? 'installFirst' : 'none',
    permission: () => page.Notification.permission,
    ask: () => page.Notification.requestPermission(),
    manager: async () => (await navigator.serviceWorker.ready).pushManager,
    now: Date.now,
  };
}

type TextWithoutValues = 'phone.name' | 'phone.notify.login' | 'phone.notify.identity' | 'phone.notify.over';

/** What the worker says in a language, in the name of the portal. */
export function notificationTexts(
  { language, messages }: PhoneTexts,
  { name }: Pick<PhoneBrand, 'name'>,
): NotificationTexts {
  const said = (key: TextWithoutValues): string =>
    (messages[key] ?? []).map((part) => ('value' in part ? String(part.value) : '')).join('');
  return {
    language,
    name: name?.[language] ?? said('phone.name'),
    login: said('phone.notify.login'),
    identity: said('phone.notify.identity'),
    over: said('phone.notify.over'),
  };
}
