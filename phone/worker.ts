/** What a worker is told: the build writes down the files of the app, whose names change with their content. */
declare const APP_FILES: readonly string[];
declare const APP_VERSION: string;

type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Asked = Lasting & { readonly request: Request; respondWith(answer: Promise<Response>): void };

const PREFIX = 'munjigi-app ';
const CACHE = PREFIX + APP_VERSION;
/** The page, whose address is the folder of its worker, and what it loads. */
const FILES: readonly string[] = [new URL('.', location.href).pathname, ...APP_FILES];

const worker = globalThis as unknown as {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
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

// A new version waits until no page of the former one is open: it begins at the next start.
worker.addEventListener('install', (event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetFormer()));
worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  // The portal's own pages and calls are none of its business.
  if (origin !== location.origin || event.request.method !== 'GET' || !FILES.includes(pathname)) return;
  event.respondWith(keptOr(event.request, pathname));
});

export {};
