import { expect, type Page } from '@playwright/test';
import { SEED_PASSWORD as PASSWORD } from '#server/seed/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { tabTitle } from '#tests/support/e2e/texts.ts';

let releaseScript: () => void;

/** Delays the portal's script, as a slow network does. Returns a function that releases the script. */
async function delayScript(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Whether React has hydrated an element: React then adds properties to the element. Runs on the page. */
const hasReactProperties = (element: Element): boolean => Object.keys(element).length > 0;

test.beforeEach(async ({ page, portal }) => {
  releaseScript = await delayScript(page);
  await page.goto(`${portal}/login`, { waitUntil: 'commit' });
  await expect(page.getByRole('textbox')).toBeFocused();
});

test('an ID that is typed before the script arrives remains in the field', async ({ page, text }) => {
  const field = page.getByRole('textbox');
  await page.keyboard.type('ki');
  const fieldBefore = await field.elementHandle();
  releaseScript();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await page.keyboard.type('m');
  await expect(field).toHaveValue('kim');
  expect(await field.evaluate((element, elementBefore) => element === elementBefore, fieldBefore)).toBe(true);
});

test('Enter before the script arrives submits the ID, which the address does not contain', async ({
  page,
  person,
}) => {
  await page.keyboard.type('kim');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  releaseScript();
  await expect(person.heading('title.password')).toBeVisible();
});

test('Enter before the script arrives posts the ID as a form, without a call', async ({ page, person }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(new URL(request.url()).pathname);
  });
  await page.keyboard.type(' kim ');
  await page.keyboard.press('Enter');
  await expect(person.heading('title.password')).toBeVisible();
  expect(calls).toEqual([]);
});

test('a password that is being typed when the script arrives remains in the field', async ({
  page,
  person,
}) => {
  await page.keyboard.type('kim');
  await page.keyboard.press('Enter');
  await expect(person.heading('title.password')).toBeVisible();
  await page.keyboard.type(PASSWORD.slice(0, 4));
  const field = await page.locator('input[name=password]').elementHandle();
  releaseScript();
  await expect.poll(() => field?.evaluate(hasReactProperties)).toBe(true);
  await page.keyboard.type(PASSWORD.slice(4));
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/type=pw/);
});

test('an unknown ID that is submitted before the script arrives is refused and can be corrected', async ({
  page,
  person,
  text,
}) => {
  await page.keyboard.type('nobody-here');
  await page.keyboard.press('Enter');
  releaseScript();
  await expect(page.getByText(text('error.auth_error_000'))).toBeVisible();
  await page.getByRole('textbox').fill('kim');
  await page.keyboard.press('Enter');
  await expect(person.heading('title.password')).toBeVisible();
});

for (const hasPasskeys of [true, false]) {
  test(`a method that is chosen before the script arrives is shown after it has arrived, ${hasPasskeys ? 'with' : 'without'} passkeys`, async ({
    page,
    person,
  }) => {
    if (!hasPasskeys) {
      await page.addInitScript(() => {
        Reflect.deleteProperty(window, 'PublicKeyCredential');
      });
      await page.reload({ waitUntil: 'commit' });
      await expect(page.getByRole('textbox')).toBeFocused();
    }
    await person.button('identity.qr').click();
    releaseScript();
    await expect(person.heading('title.method.11')).toBeVisible();
  });
}

test('Enter before the script arrives submits the ID in a browser without passkeys', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('kim');
  await page.keyboard.press('Enter');
  releaseScript();
  await expect(person.heading('title.password')).toBeVisible();
});

test('a language that is chosen before the script arrives is used, and the typed ID remains', async ({
  page,
  language,
}) => {
  const otherLanguage = language === 'ko' ? 'English' : '한국어';
  await page.keyboard.type('kim');
  await page.getByRole('button', { name: otherLanguage }).click();
  releaseScript();
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'ko' ? 'en' : 'ko');
  await expect(page.getByRole('textbox')).toHaveValue('kim');
});

test('an ID that is typed before the script arrives replaces the ID of the session', async ({
  page,
  person,
  text,
}) => {
  releaseScript();
  await person.enterId('kim');
  await expect(person.heading('title.password')).toBeVisible();
  releaseScript = await delayScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('lee');
  releaseScript();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect(page.getByRole('textbox')).toHaveValue('lee');
});

test('the form of the ID entry works when the script does not arrive', async ({ page, portal, person }) => {
  await page.route(/\/assets\/index-[^/]+\.js$/, (route) => route.abort());
  await page.goto(`${portal}/login`, { waitUntil: 'commit' });
  await page.getByRole('textbox').fill('kim');
  await page.keyboard.press('Enter');
  await expect(person.heading('title.password')).toBeVisible();
});
