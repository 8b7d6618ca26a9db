import { type NotificationContent, notificationContent, pushIdOf } from '#phone/app/notification-content.ts';
import { createPhoneClient } from '#phone/calls/client.ts';
import { createAccountStore } from '#phone/store/accounts.ts';
import { openDatabase } from '#phone/store/database.ts';
import { createNotificationStore } from '#phone/store/notifications.ts';

/** The paths of the files of the app. The build inserts them. */
declare const APP_FILES: readonly string[];

/** A version that changes with the files of the app. The build inserts it. */
declare const APP_VERSION: string;

/** The paths of the images of the brand. The portal inserts them when it serves the worker. */
declare const PORTAL_FILES: readonly string[];

/** A version that changes with the images of the brand. The portal inserts it when it serves the worker. */
declare const PORTAL_VERSION: string;

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type PushEvent = ExtendableEvent & { readonly data: { json(): unknown } | null };
type NotificationClickEvent = ExtendableEvent & { readonly notification: Notification };
type WindowClient = { readonly url: string; focus(): Promise<unknown> };
type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
};

/** The first part of the name of every cache of the app. */
const CACHE_PREFIX = 'munjigi-app ';

/** The name of the cache of this version. */
const CACHE_NAME = `${CACHE_PREFIX}${APP_VERSION} ${PORTAL_VERSION}`;

/** The path of the page of the app. */
const APP_PATH = new URL('.', location.href).pathname;

/** The paths of the cached files: the page, and the files that it loads. */
const CACHED_PATHS: readonly string[] = [APP_PATH, ...APP_FILES, ...PORTAL_FILES];

/** The tag of every notification. A notification replaces an earlier notification with the same tag. */
const NOTIFICATION_TAG = 'munjigi-request';
const ICON_PATH = `${APP_PATH}icon-192.png`;

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

/** The response from the cache; if the path is not cached, the response from the network. */
async function cachedOrFetched(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE_NAME);
  return (await cache.match(path)) ?? fetch(request);
}

async function cacheFiles(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  await cache.addAll(
    CACHED_PATHS.map((path) => new Request(path, { cache: 'no-cache', credentials: 'omit' })),
  );
}

async function deleteOldCaches(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** The notification for a push. The database is closed again, so that a newer version of the app can migrate it. */
async function contentOf(pushId: string): Promise<NotificationContent> {
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
    return await notificationContent({ client, accounts }, texts, pushId);
  } finally {
    database.close();
  }
}

/** Shows a notification for a push message. Browsers require a notification for each message. */
async function notify({ data }: PushEvent): Promise<void> {
  const { title, body } = await contentOf(pushIdOf(data?.json()));
  await worker.registration.showNotification(title, { body, tag: NOTIFICATION_TAG, icon: ICON_PATH });
}

/**
 * Shows the app, which fetches requests when it becomes visible. Uncontrolled pages are included, because the service
 * worker does not control a page that was opened before the worker was installed.
 */
async function openApp(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === APP_PATH);
  await (page ? page.focus() : worker.clients.openWindow(APP_PATH));
}

worker.addEventListener('push', (event) => event.waitUntil(notify(event)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openApp());
});
// A new version of the worker becomes active when no page of the old version is open.
worker.addEventListener('install', (event) => event.waitUntil(cacheFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));
worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== location.origin || event.request.method !== 'GET' || !CACHED_PATHS.includes(pathname))
    return;
  event.respondWith(cachedOrFetched(event.request, pathname));
});
