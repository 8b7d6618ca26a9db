import { type CDPSession, expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e/journey.ts';
import { demoServiceIn } from '#tests/support/e2e/person.ts';
import { tabTitle } from '#tests/support/e2e/texts.ts';

/** Documents from the service to the ID entry: the service's, and the portal's page as the answer of the engine. */
const DOCUMENTS_TO_ID_ENTRY = 2;

/** Documents from the password to the service: the engine's, the service's callback, and the service's page. */
const DOCUMENTS_TO_SERVICE = 3;

/** Maximum size of the page of a request, as transferred, in bytes. */
const MAX_PAGE_BYTES = 10_500;

type WatchedWindow = Window & { shifts: number };

/** Sums all layout shifts of the page, also those right after an input. */
const watchShifts = () => {
  const page = window as unknown as WatchedWindow;
  page.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      page.shifts += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Maximum size of all answers to the calls of a step, with their headers, in bytes. */
const MAX_CALL_BYTES = { id: 4_000, password: 1_500 };

/** Maximum size of everything that a new browser downloads until its password is accepted, in bytes. */
const MAX_BYTES_TO_PASSWORD = 200_000;

/** The last files that the ID entry fetches ahead: code and texts. */
const LAST_OF_ID_ENTRY = [/\/assets\/chooser-.*js$/, /\/assets\/flows\./, /\/assets\/errors\./];

/** The code that the password screen fetches ahead. */
const CODE_OF_RETURN = /\/assets\/return-to-service-.*js$/;

/** The icon of the tab, which a browser with windows may request at any time. */
const TAB_ICON = /\/assets\/icon-[^/]+\.svg$/;

let releaseScripts: () => void;
let requests: { url: string; type: string; bytes: () => Promise<number> }[];

test.beforeEach(async ({ page, person, lab }) => {
  requests = [];
  page.on('request', (request) => {
    if (TAB_ICON.test(request.url())) return;
    const bytes = async () => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      return request.resourceType() === 'fetch' ? responseBodySize + responseHeadersSize : responseBodySize;
    };
    requests.push({ url: request.url(), type: request.resourceType(), bytes });
  });
  const { promise: released, resolve } = Promise.withResolvers<void>();
  releaseScripts = resolve;
  await page.addInitScript(watchShifts);
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${lab}/service/login`, { waitUntil: 'commit' });
  await expect(person.idField).toBeFocused();
});

const boxesOf = (page: Page) =>
  page.evaluate(() =>
    ['input[name=username]', 'button[type=submit]'].map((selector) => {
      const { x, y, width, height } =
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return [x, y, width, height];
    }),
  );

test('the page of a request is complete before its script arrives, and nothing moves then', async ({
  page,
  person,
  text,
  language,
  calls,
}) => {
  const { serviceName: service, displayContent } = demoServiceIn(language);
  await expect(page.getByText(text('identity.lead', { service }))).toBeVisible();
  await expect(page.getByText(displayContent)).toBeVisible();
  await expect(page.getByRole('radio', { name: text('identity.modePasskey') })).toBeVisible();
  expect(requests.filter(({ type }) => type === 'stylesheet')).toEqual([]);
  const documents = requests.filter(({ type }) => type === 'document');
  expect(documents).toHaveLength(DOCUMENTS_TO_ID_ENTRY);
  const before = await boxesOf(page);
  releaseScripts();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect.poll(async () => (await calls.matching('GET /data/sso/config/')).length).toBe(1);
  await expect.poll(async () => (await calls.matching('GET /summary/auth')).length).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(await documents.at(-1)?.bytes()).toBeLessThan(MAX_PAGE_BYTES);
  expect(await boxesOf(page)).toEqual(before);
  expect(await page.evaluate(() => (window as unknown as WatchedWindow).shifts)).toBe(0);
  await person.enterId('kim');
  await expect(person.heading('title.password')).toBeVisible();
});

test('all keys that are typed during hydration reach the field', async ({ page, person, text }) => {
  const input = 'abcdefghijklmnopqrstuvwxyz'.repeat(8);
  const typing = page.keyboard.type(input, { delay: 10 });
  await expect.poll(async () => (await person.idField.inputValue()).length).toBeGreaterThan(5);
  releaseScripts();
  await typing;
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect(person.idField).toHaveValue(input);
});

const compose = (cdp: CDPSession, text: string) =>
  cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

test('a Korean syllable can be completed during hydration', async ({ page, person, text }) => {
  const cdp = await page.context().newCDPSession(page);
  await compose(cdp, 'ㄱ');
  await compose(cdp, '기');
  releaseScripts();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await compose(cdp, '김');
  await cdp.send('Input.insertText', { text: '김' });
  await expect(person.idField).toHaveValue('김');
});

/** The sum of the sizes of requests, in bytes. */
const sizeOf = async (sized: readonly (typeof requests)[number][]) =>
  (await Promise.all(sized.map(({ bytes }) => bytes()))).reduce((sum, size) => sum + size, 0);

/** Takes the requests since the last step: the paths of calls, the number of documents, and other addresses. */
async function takeRequests() {
  const step = requests.splice(0);
  const calls = step.filter(({ type }) => type === 'fetch');
  return {
    calls: calls.map(({ url }) => new URL(url).pathname),
    documents: step.filter(({ type }) => type === 'document').length,
    others: step.filter(({ type }) => type !== 'fetch' && type !== 'document').map(({ url }) => url),
    bytes: await sizeOf(calls),
  };
}

test('each step requests only its calls, and code only for what may follow', async ({
  page,
  person,
  text,
}) => {
  const fetches = (file: RegExp) => requests.some(({ url }) => file.test(url));
  releaseScripts();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect.poll(() => LAST_OF_ID_ENTRY.every(fetches)).toBe(true);
  await page.waitForLoadState('networkidle');
  expect(fetches(CODE_OF_RETURN)).toBe(false);
  const first = requests.filter(({ url }) => new URL(url).origin === new URL(page.url()).origin);
  const bytes = [await sizeOf(first)];
  requests.splice(0);

  await person.enterId('kim');
  await expect(person.heading('title.password')).toBeVisible();
  await expect.poll(() => fetches(CODE_OF_RETURN)).toBe(true);
  await page.waitForLoadState('networkidle');
  bytes.push(await sizeOf(requests));
  const id = await takeRequests();
  expect(id.documents).toBe(0);
  // The screen waits only for the first call.
  expect(id.calls).toEqual([
    '/auth/policy/check',
    '/data/sso/setting/password-security',
    '/data/sso/accounts/kim',
  ]);
  expect(id.bytes).toBeLessThan(MAX_CALL_BYTES.id);
  expect(id.others.filter((url) => !/\/assets\/[^/]+\.(?:js|css)$/.test(url))).toEqual([]);

  await person.enterPassword();
  await person.expectSignedIn('kim');
  const password = await takeRequests();
  expect(password.calls).toEqual(['/authenticate']);
  expect(password.others.filter((url) => url.includes('/assets/'))).toEqual([]);
  expect(password.documents).toBe(DOCUMENTS_TO_SERVICE);
  expect(password.bytes).toBeLessThan(MAX_CALL_BYTES.password);
  expect(bytes.reduce((sum, size) => sum + size, password.bytes)).toBeLessThan(MAX_BYTES_TO_PASSWORD);
});
