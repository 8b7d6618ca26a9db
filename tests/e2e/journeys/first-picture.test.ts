import { expect, type Page } from '@playwright/test';
import { SEED_PASSWORD as PASSWORD } from '#server/seed/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { tabTitle } from '#tests/support/e2e/texts.ts';

let letGo: () => void;

/** Holds the portal's script back, as a slow network does, until it is let go. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await isLetGo;
    await route.continue();
  });
  return letGo;
}

test.beforeEach(async ({ page, portal }) => {
  letGo = await holdScript(page);
  await page.goto(`${portal}/login`, { waitUntil: 'commit' });
  await expect(page.getByRole('textbox')).toBeFocused();
});

test('an ID that is typed before the script arrives stays in the field', async ({ page, text }) => {
  const field = page.getByRole('textbox');
  await page.keyboard.type('ki');
  const before = await field.elementHandle();
  letGo();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await page.keyboard.type('m');
  await expect(field).toHaveValue('kim');
  expect(await field.evaluate((element, other) => element === other, before)).toBe(true);
});

test('Enter before the script arrives counts, and the address holds no input', async ({ page, person }) => {
  await page.keyboard.type('kim');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  letGo();
  await expect(person.heading('title.password')).toBeVisible();
});

test('Enter before the script arrives posts the ID without a call', async ({ page, person }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(new URL(request.url()).pathname);
  });
  await page.keyboard.type(' kim ');
  await page.keyboard.press('Enter');
  await expect(person.heading('title.password')).toBeVisible();
  expect(calls).toEqual([]);
});

test('typed input on the next screen stays when the script arrives', async ({ page, person }) => {
  await page.keyboard.type('kim');
  await page.keyboard.press('Enter');
  await expect(person.heading('title.password')).toBeVisible();
  await page.keyboard.type(PASSWORD.slice(0, 4));
  const field = await page.locator('input[name=password]').elementHandle();
  letGo();
  await expect.poll(() => field?.evaluate((element) => Object.keys(element).length)).toBeGreaterThan(0);
  await page.keyboard.type(PASSWORD.slice(4));
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/type=pw/);
});

test('an unknown ID is refused and can be corrected', async ({ page, person, text }) => {
  await page.keyboard.type('nobody-here');
  await page.keyboard.press('Enter');
  letGo();
  await expect(page.getByText(text('error.auth_error_000'))).toBeVisible();
  await page.getByRole('textbox').fill('kim');
  await page.keyboard.press('Enter');
  await expect(person.heading('title.password')).toBeVisible();
});

for (const hasPasskeys of [true, false]) {
  test(`a method chosen before the script is kept, ${hasPasskeys ? 'with' : 'without'} passkeys`, async ({
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
    letGo();
    await expect(person.heading('title.method.11')).toBeVisible();
  });
}

test('Enter counts in a browser without passkeys too, and the field stays', async ({ page, person }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('kim');
  await page.keyboard.press('Enter');
  letGo();
  await expect(person.heading('title.password')).toBeVisible();
});

test('a language that is pressed before the script arrives is shown', async ({ page, language }) => {
  const other = language === 'ko' ? 'English' : '한국어';
  await page.keyboard.type('kim');
  await page.getByRole('button', { name: other }).click();
  letGo();
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'ko' ? 'en' : 'ko');
  await expect(page.getByRole('textbox')).toHaveValue('kim');
});

test('typed text moves to the screen of a known person', async ({ page, person, text }) => {
  letGo();
  await person.enterId('kim');
  await expect(person.heading('title.password')).toBeVisible();
  letGo = await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('lee');
  letGo();
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect(page.getByRole('textbox')).toHaveValue('lee');
});

test('a script that does not arrive leaves a form that works', async ({ page, portal, person }) => {
  await page.route(/\/assets\/index-[^/]+\.js$/, (route) => route.abort());
  await page.goto(`${portal}/login`, { waitUntil: 'commit' });
  await page.getByRole('textbox').fill('kim');
  await page.keyboard.press('Enter');
  await expect(person.heading('title.password')).toBeVisible();
});
