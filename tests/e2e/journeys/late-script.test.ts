import { expect, type Page } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { test } from '#tests/support/e2e/journey.ts';
import type { TextKey, TextOf } from '#tests/support/e2e/texts.ts';
import { waitUntilSettled } from '#tests/support/e2e/walk/laws.ts';

/** A page whose script has not loaded, with its texts and the devices of the lab. */
type PageBeforeScript = { readonly page: Page; readonly text: TextOf; readonly devices: Devices };

type Situation = {
  readonly name: string;
  /** The ID that is entered first; null if no ID is entered. */
  readonly userId: string | null;
  readonly reach: (context: PageBeforeScript) => Promise<unknown>;
};

const press = ({ page, text }: PageBeforeScript, key: TextKey) =>
  page.getByRole('button', { name: text(key), exact: true }).click();

async function goToCode(context: PageBeforeScript): Promise<void> {
  await press(context, 'title.method.1');
  await press(context, 'otp.send');
  await expect(context.page.getByRole('button', { name: context.text('otp.resend') })).toBeVisible();
}

async function goToSecondStep({ page, text }: PageBeforeScript): Promise<void> {
  await page.locator('input[name=password]').fill(SEED_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: text('title.second') })).toBeVisible();
}

/** The path of the call for the passkeys that a field suggests. Only the script makes this call. */
const PASSKEY_SUGGESTIONS_PATH = '/auth/login/fido';

/** Situations of the page when the script loads. */
const SITUATIONS: readonly Situation[] = [
  { name: 'nothing has been typed', userId: null, reach: async () => undefined },
  { name: 'an ID is being typed', userId: null, reach: ({ page }) => page.keyboard.type('ki') },
  {
    name: 'an ID has been refused',
    userId: 'nobody-here',
    reach: async ({ page, text }) => {
      await expect(page.getByText(text('error.auth_error_000'))).toBeVisible();
      await expect(page.getByRole('textbox')).toBeFocused();
    },
  },
  {
    name: 'a password is being typed',
    userId: 'kim',
    reach: async ({ page }) => {
      await expect(page.locator('input[name=password]')).toBeFocused();
      await page.keyboard.type('Mun');
    },
  },
  {
    name: 'the focus has moved from the password to another control',
    userId: 'kim',
    reach: async ({ page, text }) => {
      await page.locator('input[name=password]').fill('Mun');
      await page.getByRole('button', { name: text('action.login'), exact: true }).focus();
    },
  },
  {
    name: 'a method is being chosen',
    userId: 'lee',
    reach: ({ page, text }) =>
      page.getByRole('button', { name: text('title.method.2'), exact: true }).focus(),
  },
  {
    name: 'a code can be requested, and the checkbox is checked',
    userId: 'lee',
    reach: async (context) => {
      await press(context, 'title.method.1');
      await context.page.locator('input[name=always]').check();
    },
  },
  {
    name: 'a sent code is being typed',
    userId: 'lee',
    reach: async (context) => {
      await goToCode(context);
      await context.page.locator('input[name=code]').fill('123');
    },
  },
  {
    name: 'the code of the second step is being typed',
    userId: 'park',
    reach: async (context) => {
      await goToSecondStep(context);
      await context.page.locator('input[name=code]').fill('123');
      await context.page.locator('input[name=saveDefault]').check();
    },
  },
  {
    name: 'a method to reset a forgotten password is being chosen',
    userId: 'gil',
    reach: async (context) => {
      await press(context, 'password.forgot');
      await context.page.locator('input[name=method][value=questions]').check();
    },
  },
];

/** Reads the values and the check of each field, the focus, and the positions of controls in CSS pixels. Runs on the page. */
function readScreen(): string {
  const rounded = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
  };
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input:not([type=hidden])')];
  return JSON.stringify({
    typed: fields.map(({ name, value, checked }) => [name, value, checked]),
    focus: document.activeElement?.outerHTML.replaceAll(/ (id|aria-\w+|form|name|value)="[^"]*"/g, ''),
    boxes: [...document.querySelectorAll('h1, main input:not([type=hidden]), main button')].map(rounded),
  });
}

/** Whether React has hydrated the heading: React then adds properties to the element. */
const isHydrated = (page: Page): Promise<boolean> =>
  page.locator('h1').evaluate((element) => Object.keys(element).length > 0);

for (const { name, userId, reach } of SITUATIONS) {
  test(`neither the screen nor the focus changes when the script loads while ${name}`, async ({
    page,
    lab,
    text,
    devices,
  }) => {
    const { promise: released, resolve: releaseScript } = Promise.withResolvers<void>();
    await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
    });
    await page.goto(`${lab}/service/login`, { waitUntil: 'commit' });
    await expect(page.getByRole('textbox')).toBeFocused();
    if (userId) {
      await page.keyboard.type(userId);
      await page.keyboard.press('Enter');
    }
    await reach({ page, text, devices });
    const screenBefore = await page.evaluate(readScreen);
    const postCount = posts.length;
    releaseScript();
    await expect.poll(() => isHydrated(page)).toBe(true);
    expect(await waitUntilSettled(page)).toBe(true);
    expect(JSON.parse(await page.evaluate(readScreen))).toEqual(JSON.parse(screenBefore));
    expect(posts.slice(postCount).filter((path) => path !== PASSKEY_SUGGESTIONS_PATH)).toEqual([]);
  });
}

test('an ID that is submitted before the texts have loaded still leads to a sign-in at the service', async ({
  page,
  lab,
}) => {
  const { promise: released, resolve: releaseTexts } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(ko|en)-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${lab}/expenses/login`, { waitUntil: 'commit' });
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('kim');
  // The machines run, but nothing has been rendered yet.
  await page.waitForFunction(() => sessionStorage.length > 0);
  await page.keyboard.press('Enter');
  const password = page.locator('input[name=password]');
  await expect(password).toBeFocused();
  releaseTexts();
  await password.fill(SEED_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${lab}/expenses`);
});
