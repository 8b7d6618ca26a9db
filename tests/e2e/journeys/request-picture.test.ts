import { type CDPSession, expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e/journey.ts';
import { demoServiceIn } from '#tests/support/e2e/person.ts';
import { tabTitle } from '#tests/support/e2e/texts.ts';

/** Documents from the service to the ID entry: the service, and the page, by which the engine answers. */
const DOCUMENTS = 2;

/** Documents from the password to the service: the engine, the callback of the service, and its own page. */
const DOCUMENTS_BACK = 3;

/** Largest page of a request, as it comes, in bytes. */
const MAX_BYTES = 10_500;

type Watched = Window & { shifts: number };

/** Sums every shift of what is on the page, also such as a person is taken to have asked for. */
const watchShifts = () => {
  const page = window as unknown as Watched;
  page.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      page.shifts += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Most bytes of the answers to the calls of a step, with their headers. */
const MAX_OF_CALLS = { id: 4_000, password: 1_500 };

/** The last of the code and of the texts that are fetched ahead. */
const LAST_AHEAD = [/\/assets\/emergency-proof-/, /\/assets\/flows\./, /\/assets\/errors\./];

/** A browser with windows asks for it whenever it likes. */
const TAB_ICON = /\/assets\/icon-[^/]+\.svg$/;

let letGo: () => void;
let requested: { url: string; type: string; bytes: () => Promise<number> }[];

test.beforeEach(async ({ page, person, lab }) => {
  requested = [];
  page.on('request', (request) => {
    if (TAB_ICON.test(request.url())) return;
    const bytes = async () => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      return request.resourceType() === 'fetch' ? responseBodySize + responseHeadersSize : responseBodySize;
    };
    requested.push({ url: request.url(), type: request.resourceType(), bytes });
  });
  const { promise: isLetGo, resolve } = Promise.withResolvers<void>();
  letGo = resolve;
  await page.addInitScript(watchShifts);
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await isLetGo;
    await route.continue();
  });
  await page.goto(`${lab}/service/login`, { waitUntil: 'commit' });
  await expect(person.idField).toBeFocused();
});

const placesOf = (page: Page) =>
  page.evaluate(() =>
    ['input[name=username]', 'button[type=submit]'].map((selector) => {
      const { x, y, width, height } =
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return [x, y, width, height];
    }),
  );

test('a request’s page is complete before its script', async ({ page, person, text, language, calls }) => {
  const { serviceName: service, displayContent } = demoServiceIn(language);
  await expect(page.getByText(text('identity.lead', { service }))).toBeVisible();
  await expect(page.getByText(displayContent)).toBeVisible();
  await expect(page.getByRole('radio', { name: text('identity.modePasskey') })).toBeVisible();
  expect(requested.filter(({ type }) => type === 'stylesheet')).toEqual([]);
  const documents = requested.filter(({ type }) => type === 'document');
  expect(documents).toHaveLength(DOCUMENTS);
  const before = await placesOf(page);
  letGo();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect.poll(async () => (await calls.matching('GET /data/sso/config/')).length).toBe(1);
  await expect.poll(async () => (await calls.matching('GET /summary/auth')).length).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(await documents.at(-1)?.bytes()).toBeLessThan(MAX_BYTES);
  expect(await placesOf(page)).toEqual(before);
  expect(await page.evaluate(() => (window as unknown as Watched).shifts)).toBe(0);
  await person.enterId('kim');
  await expect(person.heading('title.password')).toBeVisible();
});

test('keys that are typed during hydration all reach the field', async ({ page, person, text }) => {
  const typed = 'abcdefghijklmnopqrstuvwxyz'.repeat(8);
  const typing = page.keyboard.type(typed, { delay: 10 });
  await expect.poll(async () => (await person.idField.inputValue()).length).toBeGreaterThan(5);
  letGo();
  await typing;
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect(person.idField).toHaveValue(typed);
});

const compose = (cdp: CDPSession, text: string) =>
  cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

test('a Korean syllable can be completed during hydration', async ({ page, person, text }) => {
  const cdp = await page.context().newCDPSession(page);
  await compose(cdp, 'ㄱ');
  await compose(cdp, '기');
  letGo();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await compose(cdp, '김');
  await cdp.send('Input.insertText', { text: '김' });
  await expect(person.idField).toHaveValue('김');
});

/** What was asked for since the last step: the paths of calls, the number of documents, and anything else. */
async function asked() {
  const step = requested.splice(0);
  const calls = step.filter(({ type }) => type === 'fetch');
  return {
    calls: calls.map(({ url }) => new URL(url).pathname),
    documents: step.filter(({ type }) => type === 'document').length,
    others: step.filter(({ type }) => type !== 'fetch' && type !== 'document').map(({ url }) => url),
    bytes: (await Promise.all(calls.map(({ bytes }) => bytes()))).reduce((sum, size) => sum + size, 0),
  };
}

test('each step requests its calls alone, no code', async ({ page, person, text }) => {
  letGo();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect.poll(() => LAST_AHEAD.every((file) => requested.some(({ url }) => file.test(url)))).toBe(true);
  await page.waitForLoadState('networkidle');
  requested.splice(0);

  await person.enterId('kim');
  await expect(person.heading('title.password')).toBeVisible();
  await expect.poll(() => requested.length).toBe(3);
  await page.waitForLoadState('networkidle');
  const id = await asked();
  // The screen waits for the first of them alone.
  expect(id).toMatchObject({ documents: 0, others: [] });
  expect(id.calls).toEqual([
    '/auth/policy/check',
    '/data/sso/setting/password-security',
    '/data/sso/accounts/kim',
  ]);
  expect(id.bytes).toBeLessThan(MAX_OF_CALLS.id);

  await person.enterPassword();
  await person.expectSignedIn('kim');
  const password = await asked();
  expect(password.calls).toEqual(['/authenticate']);
  expect(password.documents).toBe(DOCUMENTS_BACK);
  expect(password.bytes).toBeLessThan(MAX_OF_CALLS.password);
});
