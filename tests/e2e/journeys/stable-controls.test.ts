import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e/journey.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** Addresses that a person without a session may open. */
const ENTRIES = [
  '/',
  '/first',
  '/password/forgot',
  '/password?clientid=demo-oidc&ak=used',
  '/self',
  '/error',
];

const OTHER_ENTRIES = [
  '/login',
  '/redirect',
  '/auth',
  '/first/select',
  '/first/auth?type=pw',
  '/first/auth?type=11',
  '/first/management?type=8',
  '/second',
  '/second/management?type=8',
  '/change',
  '/logout',
  '/authenticated?otp=1',
  '/provisioning?ak=unknown',
  '/service-approval-ui/error',
];

type WatchedWindow = Window & { boxes: Record<string, string[]> };

/** Records in every frame the boxes of the field and the primary button of the screen, by its title. */
const watchBoxes = () => {
  const page = window as unknown as WatchedWindow;
  page.boxes = {};
  const controls = {
    field: 'main input:not([type=hidden], [type=radio], [type=checkbox])',
    button: 'main button[type=submit], main form ~ button, main button',
  };
  const record = () => {
    const title = document.querySelector('main h1')?.textContent ?? '';
    for (const [name, selector] of Object.entries(controls)) {
      const control = document.querySelector(selector);
      if (title === '' || !control?.checkVisibility()) continue;
      const { x, y, width, height } = control.getBoundingClientRect();
      const key = `${title}: ${name}`;
      const known = page.boxes[key] ?? [];
      const box = [x, y, width, height].join(' ');
      if (!known.includes(box)) page.boxes[key] = [...known, box];
    }
    requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
};

const boxesOn = (page: Page) => page.evaluate(() => (window as unknown as WatchedWindow).boxes);

/** The controls that have moved on the first screen of each address. */
async function findMoved(page: Page, portal: string, entries: readonly string[]) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(watchBoxes);
  const movedControls: Record<string, string[]> = {};
  let controlCount = 0;
  for (const entry of entries) {
    await page.goto(`${portal}${entry}`, { waitUntil: 'networkidle' });
    for (const [control, boxes] of Object.entries(await boxesOn(page))) {
      controlCount += 1;
      if (boxes.length > 1) movedControls[`${entry} ${control}`] = boxes;
    }
  }
  expect(controlCount).toBeGreaterThan(entries.length);
  return movedControls;
}

test('field and button do not move when the first screen is hydrated', async ({ page, portal }) => {
  test.setTimeout(IS_TEST_ALL ? 180_000 : 60_000);
  const entries = [...ENTRIES, ...(IS_TEST_ALL ? OTHER_ENTRIES : [])];
  expect(await findMoved(page, portal, entries)).toEqual({});
});

test('the message that a browser has no passkeys moves neither field nor button', async ({
  page,
  portal,
  text,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });
  expect(await findMoved(page, portal, ['/login'])).toEqual({});
  await expect(page.getByText(text('passkey.missing'))).toBeVisible();
  await expect(page.getByRole('radio', { name: text('identity.modePasskey') })).toHaveAccessibleDescription(
    text('passkey.missing'),
  );
});
