import { type CDPSession, expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e/journey.ts';
import { demoServiceIn } from '#tests/support/e2e/person.ts';
import { tabTitle } from '#tests/support/e2e/texts.ts';

/** The number of documents from the service to the ID entry: a redirect of the service, and the portal's page. */
const DOCUMENT_COUNT_TO_ID_ENTRY = 2;

/** The number of documents from the password to the service: of the engine, of the service's callback, and the service's page. */
const DOCUMENT_COUNT_TO_SERVICE = 3;

/** The maximum size of the compressed page of a request, in bytes. */
const MAX_PAGE_BYTES = 10_500;

type WatchedWindow = Window & { shifts: number };

/** Sums all layout shifts of the page, including shifts directly after an input. Runs on the page. */
const watchShifts = () => {
  const page = window as unknown as WatchedWindow;
  page.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      page.shifts += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** The maximum size of all responses to the calls of a step, including headers, in bytes. */
const MAX_CALL_BYTES = { id: 4_000, password: 1_500 };

/** The maximum number of bytes that a new browser downloads until the password is accepted. */
const MAX_BYTES_UNTIL_SIGN_IN = 200_000;

/** Patterns of the files that the ID entry fetches last, for the next screens. */
const LAST_FILES_OF_ID_ENTRY = [/\/assets\/chooser-.*js$/, /\/assets\/flows\./, /\/assets\/errors\./];

/** The pattern of the chunk that the password screen fetches for the return to the service. */
const RETURN_CHUNK = /\/assets\/return-to-service-.*js$/;

/** The pattern of the tab's icon, which a browser with windows may request at any time. */
const TAB_ICON = /\/assets\/icon-[^/]+\.svg$/;

let releaseScripts: () => void;
/** The requests since the last step, with a function that returns the size of the response. */
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

/** The boxes of the ID field and its button. */
const boxesOf = (page: Page) =>
  page.evaluate(() =>
    ['input[name=username]', 'button[type=submit]'].map((selector) => {
      const { x, y, width, height } =
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return [x, y, width, height];
    }),
  );

test('the page of a request is complete before the script arrives, and nothing moves when it arrives', async ({
  page,
  person,
  text,
  language,
  calls,
}) => {
  const { serviceName, displayContent } = demoServiceIn(language);
  await expect(page.getByText(text('identity.lead', { service: serviceName }))).toBeVisible();
  await expect(page.getByText(displayContent)).toBeVisible();
  await expect(page.getByRole('radio', { name: text('identity.modePasskey') })).toBeVisible();
  expect(requests.filter(({ type }) => type === 'stylesheet')).toEqual([]);
  const documents = requests.filter(({ type }) => type === 'document');
  expect(documents).toHaveLength(DOCUMENT_COUNT_TO_ID_ENTRY);
  const boxesBefore = await boxesOf(page);
  releaseScripts();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect.poll(async () => (await calls.matching('GET /data/sso/config/')).length).toBe(1);
  await expect.poll(async () => (await calls.matching('GET /summary/auth')).length).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(await documents.at(-1)?.bytes()).toBeLessThan(MAX_PAGE_BYTES);
  expect(await boxesOf(page)).toEqual(boxesBefore);
  expect(await page.evaluate(() => (window as unknown as WatchedWindow).shifts)).toBe(0);
  await person.enterId('kim');
  await expect(person.heading('title.password')).toBeVisible();
});

test('the field contains every character that is typed during hydration', async ({ page, person, text }) => {
  const input = 'abcdefghijklmnopqrstuvwxyz'.repeat(8);
  const typing = page.keyboard.type(input, { delay: 10 });
  await expect.poll(async () => (await person.idField.inputValue()).length).toBeGreaterThan(5);
  releaseScripts();
  await typing;
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect(person.idField).toHaveValue(input);
});

/** Shows a text as an incomplete input of an input method, such as a part of a Korean syllable. */
const compose = (devtools: CDPSession, text: string) =>
  devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

test('a Korean syllable can be completed during hydration', async ({ page, person, text }) => {
  const devtools = await page.context().newCDPSession(page);
  await compose(devtools, 'ㄱ');
  await compose(devtools, '기');
  releaseScripts();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await compose(devtools, '김');
  await devtools.send('Input.insertText', { text: '김' });
  await expect(person.idField).toHaveValue('김');
});

/** The sum of the sizes of requests, in bytes. */
const sizeOf = async (measured: readonly (typeof requests)[number][]) =>
  (await Promise.all(measured.map(({ bytes }) => bytes()))).reduce((sum, size) => sum + size, 0);

/** Removes the recorded requests, and returns the paths of calls, the number of documents, other addresses, and the size of calls. */
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

test('each step makes only its own calls, and fetches only the code of possible next screens', async ({
  page,
  person,
  text,
}) => {
  const hasFetched = (file: RegExp) => requests.some(({ url }) => file.test(url));
  releaseScripts();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect.poll(() => LAST_FILES_OF_ID_ENTRY.every(hasFetched)).toBe(true);
  await page.waitForLoadState('networkidle');
  expect(hasFetched(RETURN_CHUNK)).toBe(false);
  const firstRequests = requests.filter(({ url }) => new URL(url).origin === new URL(page.url()).origin);
  const byteCounts = [await sizeOf(firstRequests)];
  requests.splice(0);

  await person.enterId('kim');
  await expect(person.heading('title.password')).toBeVisible();
  await expect.poll(() => hasFetched(RETURN_CHUNK)).toBe(true);
  await page.waitForLoadState('networkidle');
  byteCounts.push(await sizeOf(requests));
  const idStep = await takeRequests();
  expect(idStep.documents).toBe(0);
  // The screen waits only for the first call.
  expect(idStep.calls).toEqual([
    '/auth/policy/check',
    '/data/sso/setting/password-security',
    '/data/sso/accounts/kim',
  ]);
  expect(idStep.bytes).toBeLessThan(MAX_CALL_BYTES.id);
  expect(idStep.others.filter((url) => !/\/assets\/[^/]+\.(?:js|css)$/.test(url))).toEqual([]);

  await person.enterPassword();
  await person.expectSignedIn('kim');
  const passwordStep = await takeRequests();
  expect(passwordStep.calls).toEqual(['/authenticate']);
  expect(passwordStep.others.filter((url) => url.includes('/assets/'))).toEqual([]);
  expect(passwordStep.documents).toBe(DOCUMENT_COUNT_TO_SERVICE);
  expect(passwordStep.bytes).toBeLessThan(MAX_CALL_BYTES.password);
  expect(byteCounts.reduce((sum, size) => sum + size, passwordStep.bytes)).toBeLessThan(
    MAX_BYTES_UNTIL_SIGN_IN,
  );
});
