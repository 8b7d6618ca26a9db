import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { passkeysOf } from '#tests/support/e2e/passkeys.ts';
import type { TextKey, WriteText } from '#tests/support/e2e/texts.ts';
import { freePort } from '#tools/free-port.ts';

const port = await freePort();
const DESK = `http://localhost:${port}`;

/** How long a sign-in opens what may do harm. */
const PROOF_MS = 10 * 60_000;

/** A page of the desk that counts what is pressed. */
function deskAt(page: Page, text: WriteText) {
  let presses = 0;
  const count = async (press: Promise<void>) => {
    await press;
    presses += 1;
  };
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
    press: (key: TextKey) => count(page.getByRole('button', { name: text(key), exact: true }).click()),
    confirm: (key: TextKey) => count(dialog.getByRole('button', { name: text(key), exact: true }).click()),
    key: (key: string) => count(page.keyboard.press(key)),
    open: (key: TextKey) => page.getByRole('link', { name: text(key), exact: true }).click(),
    /** The presses since the last time. */
    pressed() {
      const counted = presses;
      presses = 0;
      return counted;
    },
    /** Opens the page of a person by keys alone. */
    async find(typed: string, name: string) {
      await page.keyboard.press('/');
      await page.keyboard.type(typed);
      const rows = page.getByRole('list', { name: text('desk.find.results') }).getByRole('button');
      await expect(rows).toHaveCount(1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    },
  };
}

/** A server of their own, with a desk at which `oh` is the administrator. */
const test = base.extend<{ readonly desk: ReturnType<typeof deskAt> }>({
  configFile: {
    desk: { listen: `127.0.0.1:${port}`, url: DESK, roles: { administrator: { users: ['oh'] } } },
  },
  desk: async ({ page, lab, text }, use) => {
    const passkeys = await passkeysOf(page, lab);
    await passkeys.make('oh');
    await page.goto(`${DESK}/desk/`);
    await expect(page.getByRole('heading', { level: 1, name: text('desk.signedOut') })).toBeVisible();
    await page.getByRole('link', { name: text('desk.signIn') }).click();
    await expect(page.getByRole('heading', { level: 1, name: text('desk.find') })).toBeVisible();
    await use(deskAt(page, text));
  },
});

test('a person is found by keys, and each act takes three presses at most', async ({ page, text, desk }) => {
  await expectAccessible(page);
  await desk.find('kim', '김하늘');
  await expectAccessible(page);

  await desk.press('desk.act.temporaryCode');
  await expectAccessible(page);
  await desk.confirm('desk.act.temporaryCode');
  await expect(desk.dialog.getByText(text('desk.issued.codeLead'))).toBeVisible();
  const code = (await desk.dialog.getByRole('status').first().innerText()).trim();
  expect(code).toMatch(/^[0-9A-Z]{6,}$/);
  await desk.confirm('desk.close');
  expect(desk.pressed()).toBe(3);
  await expect(page.getByText(code)).toHaveCount(0);

  await desk.press('desk.act.appLink');
  await desk.confirm('desk.act.appLink');
  await expect(desk.dialog.getByRole('img', { name: text('desk.issued.qr') })).toBeVisible();
  await expectAccessible(page);
  await desk.key('Escape');
  expect(desk.pressed()).toBe(3);

  await desk.press('desk.act.disable');
  await desk.confirm('desk.act.disable');
  await expect(page.getByText(text('desk.done.disable'))).toBeVisible();
  expect(desk.pressed()).toBe(2);
  await desk.press('desk.act.enable');
  await desk.confirm('desk.act.enable');
  await expect(page.getByText(text('desk.done.enable'))).toBeVisible();
  expect(desk.pressed()).toBe(2);

  for (const screen of ['audit', 'import', 'notices', 'policies', 'state'] as const) {
    await desk.open(`desk.screen.${screen}`);
    await expect(page.getByRole('status').filter({ hasText: text('desk.loading') })).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.goBack();
  await expect(desk.heading(text('desk.policies'))).toBeVisible();
});

test('what is typed for an act is still there after a new sign-in, and an export is recorded', async ({
  page,
  text,
  desk,
  site,
}) => {
  await desk.open('desk.screen.audit');
  await page.getByRole('textbox', { name: text('desk.audit.userId') }).fill('oh');
  await desk.press('desk.audit.search');
  await desk.press('desk.act.auditExport');
  await desk.confirm('desk.act.auditExport');
  await expect(desk.dialog.getByText(text('desk.reason.missing'))).toBeVisible();
  const reason = desk.dialog.getByRole('textbox', { name: text('desk.reason') });
  await reason.fill('yearly review');

  site.advance(PROOF_MS + 1_000);
  await desk.confirm('desk.act.auditExport');
  await desk.dialog.getByRole('link', { name: text('desk.proving.continue') }).click();
  await expect(desk.heading(text('desk.screen.audit'))).toBeVisible();
  await expect(reason).toHaveValue('yearly review');
  const saved = page.waitForEvent('download');
  await desk.confirm('desk.act.auditExport');
  expect((await saved).suggestedFilename()).toBe('audit.csv');
  await expect(page.getByText(text('desk.done.auditExport'))).toBeVisible();
});
