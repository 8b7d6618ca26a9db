import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { chosenLanguage, languageCookie, localeOf, shownLanguage } from '#i18n/locale.ts';
import { phoneMachine } from '#machines/phone/phone.machine.ts';
import type { PhoneLanguage } from '#machines/phone/phone.types.ts';
import { App } from '#phone/app/app.tsx';
import { lockBrowser } from '#phone/app/lock-browser.ts';
import { notificationTexts, notifyingBrowser } from '#phone/app/notifying-browser.ts';
import { keepApp } from '#phone/app/service-worker.ts';
import { loadTexts } from '#phone/app/texts.ts';
import { createPhoneClient } from '#phone/calls/client.ts';
import { phonePorts } from '#phone/ports/phone.ts';
import { accountsIn } from '#phone/store/accounts.ts';
import { openDatabase } from '#phone/store/database.ts';
import { deviceNameIn } from '#phone/store/device-name.ts';
import { lockIn } from '#phone/store/lock.ts';
import { notificationsIn } from '#phone/store/notifications.ts';
import { recordsIn } from '#phone/store/records.ts';
import { PHONE_BRAND_ELEMENT, type PhoneBrand } from '#wire/phone-app.ts';

const { document, location, navigator, history } = window;

/** Takes the link out of the address, where it would stay in the history. */
function takeLink(): string {
  const link = location.hash === '' ? '' : location.href;
  if (link !== '') history.replaceState(null, '', location.pathname);
  return link;
}

/** Served from its sources, the page names none. */
const brand: PhoneBrand = JSON.parse(document.getElementById(PHONE_BRAND_ELEMENT)?.textContent ?? '{}');
const language = chosenLanguage(document.cookie) ?? shownLanguage(localeOf(navigator.languages));
/** Asked for at once: the first screen waits for them. */
const firstTexts = loadTexts(language);
let opened: Promise<IDBDatabase> | null = null;
const open = (): Promise<IDBDatabase> => {
  opened ??= openDatabase();
  opened.catch(() => {
    opened = null;
  });
  return opened;
};
const accounts = accountsIn(open);
const notifications = notificationsIn(open);
let spoken: PhoneLanguage = language;
/** A storage that cannot be written says so on the screen. */
const keepTexts = () =>
  void loadTexts(spoken)
    .then((texts) => notifications.keepTexts(notificationTexts(texts, brand)))
    .catch(() => undefined);
const client = createPhoneClient({
  origin: location.origin,
  language: () => spoken,
  // A storage that cannot be read says so on the screen.
  skewMs: await accounts.skewMs().catch(() => 0),
  keepSkew: (skewMs) => void accounts.keepSkew(skewMs),
});
/** Where the camera shows its picture, on whichever screen. */
const viewfinder = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
const actor = createActor(
  phoneMachine.provide({
    actors: phonePorts(
      {
        client,
        accounts,
        notifications,
        browser: notifyingBrowser(window),
        lock: lockIn(open),
        lockBrowser: lockBrowser(window),
        appName: async () => notificationTexts(await loadTexts(spoken), brand).name,
        records: recordsIn(open),
        deviceName: deviceNameIn(open),
        origin: location.origin,
        userAgent: navigator.userAgent,
        keepStorage: () => navigator.storage.persist(),
      },
      window,
      viewfinder,
    ),
    actions: {
      keepLanguage: (_, chosen) => {
        spoken = chosen;
        keepTexts();
        document.cookie = languageCookie(chosen, location.protocol === 'https:');
      },
    },
  }),
  { input: { language, link: takeLink() } },
).start();

keepTexts();
window.addEventListener('hashchange', () => {
  const link = takeLink();
  if (link !== '') actor.send({ type: 'link.opened', link });
});
const root = document.getElementById('root');
const texts = await firstTexts;
if (root) createRoot(root).render(<App actor={actor} viewfinder={viewfinder} texts={texts} brand={brand} />);
if (import.meta.env.PROD) await keepApp(window);
