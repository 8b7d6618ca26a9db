import { type NotificationContent, notificationContent, pushIdOf } from '#phone/app/notification-content.ts';
import { createPhoneClient } from '#phone/calls/client.ts';
import { createAccountStore } from '#phone/store/accounts.ts';
import { openDatabase } from '#phone/store/database.ts';
import { createNotificationStore } from '#phone/store/notifications.ts';

/** Set by the build: the hashed files of the app. */
declare const APP_FILES: readonly string[];
declare const APP_VERSION: string;

/** Set by the portal when it serves the worker: the images of its brand, and a version that changes with them. */
declare const PORTAL_FILES: readonly string[];
declare const PORTAL_VERSION: string;

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type PushEvent = ExtendableEvent & { readonly data: { json(): unknown } | null };
type NotificationClickEvent = ExtendableEvent & { readonly notification: Notification };
type WindowClient = { readonly url: string; focus(): Promise<unknown> };
type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
};

const PREFIX = 'munjigi-app ';
const CACHE = `${PREFIX}${APP_VERSION} ${PORTAL_VERSION}`;
const FOLDER = new URL('.', location.href).pathname;
/** The page itself, whose path is the worker's folder, and the files that it loads. */
const FILES: readonly string[] = [FOLDER, ...APP_FILES, ...PORTAL_FILES];
const TAG = 'munjigi-request';
const ICON = `${FOLDER}icon-192.png`;

const worker = globalThis as unknown as {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationClickEvent) => void): void;
  readonly registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  readonly clients: {
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: true;
    }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
};

/** Answers from the cache, else from the network. */
async function cachedOrFetched(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? fetch(request);
}

async function cacheFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((path) => new Request(path, { cache: 'no-cache', credentials: 'omit' })));
}

async function deleteOldCaches(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** The notification for a push. Closes the database, so that a newer version of the app can migrate it. */
async function contentOf(id: string): Promise<NotificationContent> {
  const database = await openDatabase();
  const getDatabase = async () => database;
  const accounts = createAccountStore(getDatabase);
  const notifications = createNotificationStore(getDatabase);
  try {
    await notifications.saveLastNotifiedAt(Date.now());
    const texts = await notifications.texts();
    const client = createPhoneClient({
      origin: location.origin,
      language: () => texts?.language ?? 'ko',
      skewMs: await accounts.skewMs(),
      saveSkew: (skewMs) => void accounts.saveSkew(skewMs),
    });
    return await notificationContent({ client, accounts }, texts, id);
  } finally {
    database.close();
  }
}

/** Browsers require a notification for each push. The tag makes it replace the previous one. */
async function notify({ data }: PushEvent): Promise<void> {
  const { title, body } = await contentOf(pushIdOf(data?.json()));
  await worker.registration.showNotification(title, { body, tag: TAG, icon: ICON });
}

/** Shows the app, which fetches requests when it becomes visible. A page is uncontrolled until its first reload. */
async function openApp(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === FOLDER);
  await (page ? page.focus() : worker.clients.openWindow(FOLDER));
}

worker.addEventListener('push', (event) => event.waitUntil(notify(event)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openApp());
});
// A new version becomes active at the next start, when no page of the old one is open.
worker.addEventListener('install', (event) => event.waitUntil(cacheFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));
worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== location.origin || event.request.method !== 'GET' || !FILES.includes(pathname)) return;
  event.respondWith(cachedOrFetched(event.request, pathname));
});
