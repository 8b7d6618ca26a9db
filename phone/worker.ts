import { idIn, type Said, saidFor } from '#phone/app/notified.ts';
import { createPhoneClient } from '#phone/calls/client.ts';
import { accountsIn } from '#phone/store/accounts.ts';
import { openDatabase } from '#phone/store/database.ts';
import { notificationsIn } from '#phone/store/notifications.ts';

/** What a worker is told: the build writes down the files of the app, whose names change with their content. */
declare const APP_FILES: readonly string[];
declare const APP_VERSION: string;

/** What the portal writes down: the pictures of its brand, and a version that another brand changes. */
declare const PORTAL_FILES: readonly string[];
declare const PORTAL_VERSION: string;

type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Pushed = Lasting & { readonly data: { json(): unknown } | null };
type Pressed = Lasting & { readonly notification: Notification };
type Page = { readonly url: string; focus(): Promise<unknown> };
type Asked = Lasting & { readonly request: Request; respondWith(answer: Promise<Response>): void };

const PREFIX = 'munjigi-app ';
const CACHE = `${PREFIX}${APP_VERSION} ${PORTAL_VERSION}`;
const FOLDER = new URL('.', location.href).pathname;
/** The page, whose address is the folder of its worker, and what it loads. */
const FILES: readonly string[] = [FOLDER, ...APP_FILES, ...PORTAL_FILES];
const TAG = 'munjigi-request';
const ICON = `${FOLDER}icon-192.png`;

const worker = globalThis as unknown as {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Pressed) => void): void;
  readonly registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  readonly clients: {
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: true;
    }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
};

/** The answer that was kept, else that of the network. */
async function keptOr(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? fetch(request);
}

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((path) => new Request(path, { cache: 'no-cache', credentials: 'omit' })));
}

async function forgetFormer(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** What a push says. The database is closed again, so that a page of a later version can bring it up to date. */
async function saidBy(id: string): Promise<Said> {
  const database = await openDatabase();
  const opened = async () => database;
  const accounts = accountsIn(opened);
  const notifications = notificationsIn(opened);
  try {
    await notifications.keepHeardAt(Date.now());
    const texts = await notifications.texts();
    const client = createPhoneClient({
      origin: location.origin,
      language: () => texts?.language ?? 'ko',
      skewMs: await accounts.skewMs(),
      keepSkew: (skewMs) => void accounts.keepSkew(skewMs),
    });
    return await saidFor({ client, accounts }, texts, id);
  } finally {
    database.close();
  }
}

/** Browsers want a notification for each push. One takes the place of the one before. */
async function notify({ data }: Pushed): Promise<void> {
  const { title, body } = await saidBy(idIn(data?.json()));
  await worker.registration.showNotification(title, { body, tag: TAG, icon: ICON });
}

/** The app asks by itself what waits as soon as it is seen. Its first page, before a reload, is none of the worker's own. */
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
// A new version waits until no page of the former one is open: it begins at the next start.
worker.addEventListener('install', (event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetFormer()));
worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  // The portal's own pages and calls are none of its business.
  if (origin !== location.origin || event.request.method !== 'GET' || !FILES.includes(pathname)) return;
  event.respondWith(keptOr(event.request, pathname));
});
