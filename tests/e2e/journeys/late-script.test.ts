import { expect, type Page } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { test } from '#tests/support/e2e/journey.ts';
import type { TextKey, WriteText } from '#tests/support/e2e/texts.ts';
import { hasComeToRest } from '#tests/support/e2e/walk/laws.ts';

type Visit = { readonly page: Page; readonly text: WriteText; readonly devices: Devices };

type Moment = {
  readonly name: string;
  readonly userId: string | null;
  readonly reach: (visit: Visit) => Promise<unknown>;
};

const press = ({ page, text }: Visit, key: TextKey) =>
  page.getByRole('button', { name: text(key), exact: true }).click();

async function toCode(visit: Visit): Promise<void> {
  await press(visit, 'title.method.1');
  await press(visit, 'otp.send');
  await expect(visit.page.getByRole('button', { name: visit.text('otp.resend') })).toBeVisible();
}

async function toSecondStep({ page, text }: Visit): Promise<void> {
  await page.locator('input[name=password]').fill(SEED_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: text('title.second') })).toBeVisible();
}

/** The call by which a field offers passkeys: only a script can make it. */
const PASSKEY_OFFER = '/auth/login/fido';

/** Activities of a person when the script arrives. */
const MOMENTS: readonly Moment[] = [
  { name: 'nothing was done', userId: null, reach: async () => undefined },
  { name: 'an ID is being typed', userId: null, reach: ({ page }) => page.keyboard.type('ki') },
  {
    name: 'an ID was refused',
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
    name: 'the person has gone from the password to another control',
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
    name: 'a code can be asked for, and the box is on',
    userId: 'lee',
    reach: async (visit) => {
      await press(visit, 'title.method.1');
      await visit.page.locator('input[name=always]').check();
    },
  },
  {
    name: 'a code was sent, and is being typed',
    userId: 'lee',
    reach: async (visit) => {
      await toCode(visit);
      await visit.page.locator('input[name=code]').fill('123');
    },
  },
  {
    name: 'a second step is on, and its code is being typed',
    userId: 'park',
    reach: async (visit) => {
      await toSecondStep(visit);
      await visit.page.locator('input[name=code]').fill('123');
      await visit.page.locator('input[name=saveDefault]').check();
    },
  },
  {
    name: 'a forgotten password is being proved',
    userId: 'gil',
    reach: async (visit) => {
      await press(visit, 'password.forgot');
      await visit.page.locator('input[name=method][value=questions]').check();
    },
  },
];

/** Runs on the page: what is typed, chosen and focused, and where things stand, in CSS pixels. */
function look(): string {
  const rounded = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
  };
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input:not([type=hidden])')];
  return JSON.stringify({
    typed: fields.map(({ name, value, checked }) => [name, value, checked]),
    focus: document.activeElement?.outerHTML.replaceAll(/ (id|aria-\w+|form|name|value)="[^"]*"/g, ''),
    places: [...document.querySelectorAll('h1, main input:not([type=hidden]), main button')].map(rounded),
  });
}

for (const { name, userId, reach } of MOMENTS) {
  test(`the script arrives when ${name}`, async ({ page, lab, text, devices }) => {
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
      await isLetGo;
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
    const before = await page.evaluate(look);
    const [asked, title] = [posts.length, page.locator('h1')];
    letGo();
    await expect.poll(() => title.evaluate((element) => Object.keys(element).length)).toBeGreaterThan(0);
    expect(await hasComeToRest(page)).toBe(true);
    expect(JSON.parse(await page.evaluate(look))).toEqual(JSON.parse(before));
    expect(posts.slice(asked).filter((path) => path !== PASSKEY_OFFER)).toEqual([]);
  });
}

test('an ID that is sent while the script loads its texts belongs to the request of the page', async ({
  page,
  lab,
}) => {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(ko|en)-[^/]+\.js$/, async (route) => {
    await isLetGo;
    await route.continue();
  });
  await page.goto(`${lab}/expenses/login`, { waitUntil: 'commit' });
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('kim');
  // The machines run, and nothing is drawn yet.
  await page.waitForFunction(() => sessionStorage.length > 0);
  await page.keyboard.press('Enter');
  const password = page.locator('input[name=password]');
  await expect(password).toBeFocused();
  letGo();
  await password.fill(SEED_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${lab}/expenses`);
});
