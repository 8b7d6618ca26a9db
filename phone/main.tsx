import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { createActor, waitFor } from 'xstate';
import { chosenLanguage, languageCookie, localeOf, shownLanguage } from '#i18n/locale.ts';
import { phoneMachine } from '#machines/phone/phone.machine.ts';
import type { PhoneLanguage } from '#machines/phone/phone.types.ts';
import { createAccountFlagWriter } from '#phone/app/account-flag.ts';
import { App } from '#phone/app/app.tsx';
import { browserNotifications, notificationTexts } from '#phone/app/browser-notifications.ts';
import { platformPasskeys } from '#phone/app/platform-passkeys.ts';
import { replaceInitialMarkup } from '#phone/app/replace-initial-markup.ts';
import { registerServiceWorker } from '#phone/app/service-worker.ts';
import { loadTexts } from '#phone/app/texts.ts';
import { createPhoneClient } from '#phone/calls/client.ts';
import { phonePorts } from '#phone/ports/phone.ts';
import { createAccountStore } from '#phone/store/accounts.ts';
import { openDatabase } from '#phone/store/database.ts';
import { createDeviceNameStore } from '#phone/store/device-name.ts';
import { createLockStore } from '#phone/store/lock.ts';
import { createNotificationStore } from '#phone/store/notifications.ts';
import { createRecordStore } from '#phone/store/records.ts';
import { PHONE_BRAND_ELEMENT, type PhoneBrand } from '#wire/phone-app.ts';

const { document, location, navigator, history } = window;

/**
 * Returns the link with which the app was opened, and removes its values from the address, so that its secrets do not
 * stay in the history of the browser. Empty if the app was opened without a link.
 */
function takeLink(): string {
  const link = location.hash === '' ? '' : location.href;
  if (link !== '') history.replaceState(null, '', location.pathname);
  return link;
}

/** The brand that the server has put into the page; empty on the development server. */
const brand: PhoneBrand = JSON.parse(document.getElementById(PHONE_BRAND_ELEMENT)?.textContent ?? '{}');
const initialLanguage = chosenLanguage(document.cookie) ?? shownLanguage(localeOf(navigator.languages));
const initialTexts = loadTexts(initialLanguage);
let database: Promise<IDBDatabase> | null = null;
/** Opens the database at the first call, and at the call after a failure. */
const getDatabase = (): Promise<IDBDatabase> => {
  database ??= openDatabase();
  database.catch(() => {
    database = null;
  });
  return database;
};
const accounts = createAccountStore(getDatabase);
const notifications = createNotificationStore(getDatabase);
let currentLanguage: PhoneLanguage = initialLanguage;
/**
 * Stores the texts of notifications for the service worker. An error is ignored: the app shows it with the accounts.
 */
const saveNotificationTexts = () =>
  void loadTexts(currentLanguage)
    .then((texts) => notifications.saveTexts(notificationTexts(texts, brand)))
    .catch(() => undefined);
const client = createPhoneClient({
  origin: location.origin,
  language: () => currentLanguage,
  // An error of the storage is ignored here, because the machine shows it when it loads the accounts.
  skewMs: await accounts.skewMs().catch(() => 0),
  saveSkew: (skewMs) => void accounts.saveSkew(skewMs),
});
/** The element that shows the picture of the camera. The screen that scans a QR code contains it. */
const viewfinder = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
const actor = createActor(
  phoneMachine.provide({
    actors: phonePorts(
      {
        client,
        accounts,
        notifications,
        browser: browserNotifications(window),
        lock: createLockStore(getDatabase),
        passkeys: platformPasskeys(window),
        appName: async () => notificationTexts(await loadTexts(currentLanguage), brand).name,
        records: createRecordStore(getDatabase),
        deviceName: createDeviceNameStore(getDatabase),
        origin: location.origin,
        userAgent: navigator.userAgent,
        persistStorage: () => navigator.storage.persist(),
      },
      window,
      viewfinder,
    ),
    actions: {
      storeLanguage: (_, newLanguage) => {
        currentLanguage = newLanguage;
        saveNotificationTexts();
        document.cookie = languageCookie(newLanguage, location.protocol === 'https:');
      },
    },
  }),
  { input: { language: initialLanguage, link: takeLink() } },
).start();

saveNotificationTexts();
window.addEventListener('hashchange', () => {
  const link = takeLink();
  if (link !== '') actor.send({ type: 'link.opened', link });
});
const saveHasAccounts = createAccountFlagWriter(window);
actor.subscribe((snapshot) => {
  if (!snapshot.matches('opening') && !snapshot.matches('unreadable'))
    saveHasAccounts(snapshot.context.accounts.length > 0);
});
const root = document.getElementById('root');
const texts = await initialTexts;
if (root) {
  // The markup from the server is shown until the accounts are read.
  if (root.hasChildNodes()) await waitFor(actor, (snapshot) => !snapshot.matches('opening'));
  replaceInitialMarkup(root, () =>
    createRoot(root).render(<App actor={actor} viewfinder={viewfinder} texts={texts} brand={brand} />),
  );
}
if (import.meta.env.PROD) await registerServiceWorker(window);
