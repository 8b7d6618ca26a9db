import { expect, type Page } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { type Calls, PASSKEY_SUGGESTION_CALL } from '#tests/support/e2e/calls.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { demoServiceIn } from '#tests/support/e2e/person.ts';
import { type Language, tabTitle, textIn } from '#tests/support/e2e/texts.ts';

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { ko: '한국어', en: 'English' };

const languageButton = (page: Page, language: Language) =>
  page.getByRole('button', { name: LANGUAGE_NAMES[language], exact: true });

async function expectLanguage(page: Page, language: Language): Promise<void> {
  const text = textIn(language);
  await expect(page.getByRole('heading', { level: 1, name: text('title.identity') })).toBeVisible();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** The values of the header `X-Language` in all calls. */
const callLanguages = async (calls: Calls) =>
  new Set((await calls.all()).map(({ headers }) => headers['x-language']));

/** Languages of browsers, each with the language that the portal shows. */
const BROWSER_LANGUAGES = [
  ['ko-KR', 'ko'],
  ['ko', 'ko'],
  ['en-US', 'en'],
  ['fr-FR', 'en'],
  ['ja-JP', 'en'],
] as const;

for (const [locale, language] of BROWSER_LANGUAGES) {
  test.describe(`a browser with the language ${locale}`, () => {
    test.use({ locale });
    test(`shows ${language}, in the browser and in the page from the server`, async ({
      page,
      lab,
      calls,
      request,
      portal,
    }) => {
      await page.goto(`${lab}/service/login`);
      await expectLanguage(page, language);
      await expect(languageButton(page, language)).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => callLanguages(calls)).toEqual(new Set([language]));
      const response = await request.get(`${portal}/login`, { headers: { 'Accept-Language': locale } });
      expect(await response.text()).toContain(`<html lang="${language}"`);
    });
  });
}

test.describe('a browser with the language jp', () => {
  test.use({ extraHTTPHeaders: { 'Accept-Language': 'jp' } });

  test('sends jp with its calls and shows Korean, and the person can choose another language', async ({
    page,
    lab,
    calls,
    context,
  }) => {
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'languages', { get: () => ['jp', 'ko', 'en'] }),
    );
    for (const address of ['/login', `${lab}/service/login`]) {
      await page.goto(address);
      await expectLanguage(page, 'ko');
      await expect(languageButton(page, 'ko')).toHaveAttribute('aria-pressed', 'false');
      await expect(languageButton(page, 'en')).toHaveAttribute('aria-pressed', 'false');
    }
    expect(await callLanguages(calls)).toEqual(new Set(['jp']));
    expect(await context.cookies(page.url())).not.toContainEqual(
      expect.objectContaining({ name: 'language' }),
    );

    await languageButton(page, 'en').click();
    await expectLanguage(page, 'en');
    await page.reload();
    await expectLanguage(page, 'en');
  });
});

test.describe('the language switcher', () => {
  test.use({ locale: 'ko-KR' });

  test('changes the texts, but neither the step nor the typed input', async ({
    page,
    lab,
    calls,
    context,
    portal,
    secrets,
  }) => {
    const [ko, en] = [textIn('ko'), textIn('en')];
    secrets.push(SEED_PASSWORD);
    await page.goto(`${lab}/service/login`);
    await page.getByLabel(ko('identity.label'), { exact: true }).fill('kim');
    await page.keyboard.press('Enter');
    await page.getByLabel(ko('password.label'), { exact: true }).fill(SEED_PASSWORD);

    await languageButton(page, 'en').click();
    await expect(page.getByRole('heading', { level: 1, name: en('title.password') })).toBeVisible();
    await expect(page).toHaveTitle(tabTitle(en, 'title.password'));
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByLabel(en('password.label'), { exact: true })).toHaveValue(SEED_PASSWORD);
    const { serviceName } = demoServiceIn('en');
    await expect(page.getByText(en('password.lead', { service: serviceName }))).toBeVisible();
    const shownText = (await page.locator('body').innerText()).replace(LANGUAGE_NAMES.ko, '');
    expect(shownText).not.toMatch(/[가-힣]/);
    expect((await calls.matching('POST')).length).toBe(1);

    const [cookie] = (await context.cookies(portal)).filter(({ name }) => name === 'language');
    expect(cookie).toMatchObject({ value: 'en', sameSite: 'Lax', path: '/' });
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(364);

    await page.getByRole('button', { name: en('action.login') }).click();
    await expect(page).toHaveURL(`${lab}/service`);
    const portalCalls = (await calls.all()).filter(({ line }) => line !== PASSKEY_SUGGESTION_CALL);
    expect(portalCalls.map(({ headers }) => headers['x-language'])).toEqual([
      'ko',
      'ko',
      'ko',
      'ko',
      'ko',
      'en',
      'en',
    ]);

    await page.goto('/error?reason=unauthorized');
    await expect(page.getByRole('heading', { level: 1, name: en('notice.unauthorized') })).toBeVisible();
    expect(await (await page.request.get('/login')).text()).toContain('<html lang="en"');
  });

  test('shows the texts of the service in the chosen language', async ({ page, lab }) => {
    await page.goto(`${lab}/service/login`);
    for (const language of ['ko', 'en', 'ko'] as const) {
      const { serviceName, displayContent } = demoServiceIn(language);
      await languageButton(page, language).click();
      await expect(page.getByText(textIn(language)('identity.lead', { service: serviceName }))).toBeVisible();
      await expect(page.getByText(displayContent)).toBeVisible();
    }
  });

  test('shows a message when a language cannot be loaded, and loads the language at the next press', async ({
    page,
  }) => {
    const ko = textIn('ko');
    await page.goto('/login');
    await page.route(/\/assets\/en-/, (route) => route.abort());
    await languageButton(page, 'en').click();
    await expect(page.getByText(ko('language.failed'))).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: ko('title.identity') })).toBeVisible();

    await page.unroute(/\/assets\/en-/);
    await languageButton(page, 'en').click();
    await expectLanguage(page, 'en');
  });
});
