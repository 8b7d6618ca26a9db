import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { test } from '#tests/support/e2e.ts';

/** Where `npm run atlas` has built it. */
const FOLDER = join(import.meta.dirname, '..', '..', 'dist-atlas');

/** A page of the atlas from the disk, as from a file share. */
const at = (link: string): string => `${pathToFileURL(join(FOLDER, 'index.html')).href}?lang=en${link}`;

const screenOf = (page: Page, name: string): FrameLocator => page.frameLocator(`iframe[title="${name}"]`);

test('from the map by keyboard to a state, its screens, the path to it, and back by its link', async ({
  page,
}) => {
  await page.goto(at('#/'));
  await expect(page.getByRole('heading', { name: 'Every screen' })).toBeVisible();
  const password = page.locator('[data-state="portal.password"]');
  await password.focus();
  await page.keyboard.press('ArrowRight');
  await expect(password).not.toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await password.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/portal\/password$/);

  await page.getByRole('article').getByRole('link', { name: 'password', exact: true }).first().click();
  await page.locator('[data-state="password.entering"]').press('Enter');
  await expect(page.getByRole('heading', { name: /password\.entering/ })).toBeFocused();
  await expect(screenOf(page, 'Screen in Korean').getByRole('heading', { level: 1 })).toHaveText(
    '비밀번호 입력',
  );
  await expect(screenOf(page, 'Screen in English').getByRole('heading', { level: 1 })).toHaveText(
    'Enter password',
  );

  await page.getByRole('button', { name: 'Previous step' }).click();
  await expect(page.locator('[aria-current="step"]')).toContainText('id-entry.checking');
  await expect(screenOf(page, 'Screen in English').getByRole('heading', { level: 1 })).toHaveText('Sign in');
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.locator('[aria-current="step"]')).toContainText('id-entry.checking');
});

test('a code, a text, an address and a call are found, and a code shows in both languages and in the dark', async ({
  page,
}) => {
  await page.goto(at('#/'));
  const question = page.getByRole('searchbox');
  await question.fill('POST /authenticate');
  const callers = page.getByRole('link', { name: /POST \/authenticate password\.loggingIn/ });
  await expect(callers.first()).toBeVisible();
  await question.fill('/second');
  await expect(page.getByRole('link', { name: /\/second portal\.second-factor/ })).toBeVisible();
  await question.fill('300');
  await expect(
    page.getByRole('link', { name: /after 300 s: the code is no longer valid/ }).first(),
  ).toBeVisible();
  await question.fill('/provisioning');
  await expect(
    page.getByRole('link', { name: /\/provisioning\?ak=\{ak\} portal\.provisioning/ }),
  ).toBeVisible();
  await question.fill('crash.title');
  await expect(page.getByRole('link', { name: /Text on no screen crash\.title/ })).toBeVisible();
  await question.fill('push.cutOff');
  await page
    .getByRole('link', { name: /push\.cutOff push\./ })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/push\/.*look=/);
  await expect(screenOf(page, 'Screen in English').locator('body')).toContainText(
    'We cannot check right now',
  );
  await question.fill('001_1 password.refused');
  await page
    .getByRole('link', { name: /001_1 account locked/ })
    .first()
    .click();
  await expect(page).toHaveURL(/refusal=/);
  await expect(screenOf(page, 'Screen in Korean').getByRole('dialog')).toContainText('계정이 잠겼어요');
  await page.getByLabel('Dark').check();
  await page.getByLabel('Desktop').check();
  const dialog = screenOf(page, 'Screen in English').getByRole('dialog');
  await expect(dialog).toContainText('locked');
  await expect(dialog).toHaveCSS('color-scheme', 'dark');
});

test('nothing that axe finds, and nothing that scrolls sideways at 320 px, from the disk and under the policy of the lab', async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const address of [at('#/'), at('#/chooser/choosing/ready'), `${lab}/atlas/#/portal/push`]) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    const [shown, whole] = await page.evaluate(() => [
      document.documentElement.clientWidth,
      document.documentElement.scrollWidth,
    ]);
    expect(whole).toBe(shown);
  }
  await expect(screenOf(page, '한국어 화면').getByRole('heading', { level: 1 })).toBeVisible();
});

test('is small enough for a file share, and one page loads little to open', () => {
  const bytes = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);
  expect(bytes(readdirSync(FOLDER))).toBeLessThan(6_000_000);
  const page = readFileSync(join(FOLDER, 'index.html'), 'utf8');
  const loaded = [...page.matchAll(/(?:src|href)="([\w-]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  expect(loaded.length).toBeLessThanOrEqual(5);
  expect(bytes(loaded)).toBeLessThan(2_500_000);
});

test('an address of no state says so', async ({ page }) => {
  await page.goto(at('#/sent-code/nowhere'));
  await expect(page.getByRole('alert')).toHaveText('There is no state at this address any more.');
});

test('the real screen is used, the world is chosen beside it, and the link replays the path', async ({
  page,
}) => {
  await page.goto(at('#/try'));
  const world = page.getByRole('region', { name: 'What the world does' });
  const asked = (name: string) => world.getByRole('listitem').filter({ hasText: name });
  await asked('request summary: answer').getByRole('button').first().click();
  const screen = screenOf(page, 'Try it');
  await screen.getByRole('textbox', { name: 'ID' }).fill('kim');
  await screen.getByRole('button', { name: 'Next' }).click();
  await asked('policy check: answer').getByRole('button').first().click();
  await screen.getByLabel('Password', { exact: true }).fill('wrong');
  await screen.getByRole('button', { name: 'Login' }).click();
  await asked('login call: answer').getByRole('combobox').first().selectOption('001_1');
  await expect(screen.getByRole('dialog')).toContainText('locked');
  const here = page.getByRole('status').filter({ hasText: 'Now at' });
  await expect(here).toContainText('password.refused');
  await page.getByRole('button', { name: 'Copy the link' }).click();
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(here).toContainText('password.refused');
  await expect(screen.getByRole('dialog')).toContainText('locked');
  await page.getByRole('button', { name: 'One step back' }).click();
  await expect(here).toContainText('password.loggingIn');
});
