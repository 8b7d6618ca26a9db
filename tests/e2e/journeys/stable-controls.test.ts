import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e/journey.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** Addresses that a person without a session may open. */
const ADDRESSES = [
  '/',
  '/first',
  '/password/forgot',
  '/password?clientid=demo-oidc&ak=used',
  '/self',
  '/error',
];

/** Further addresses, which only `npm run test:all` opens. */
const OTHER_ADDRESSES = [
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

/** Records, in every frame, the boxes of the field and the primary button, by the heading of the screen. Runs on the page. */
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
      const earlierBoxes = page.boxes[key] ?? [];
      const box = [x, y, width, height].join(' ');
      if (!earlierBoxes.includes(box)) page.boxes[key] = [...earlierBoxes, box];
    }
    requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
};

const boxesOn = (page: Page) => page.evaluate(() => (window as unknown as WatchedWindow).boxes);

/** Finds the controls that move on the first screen of each address, with their boxes. */
async function findMovedControls(page: Page, portal: string, addresses: readonly string[]) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(watchBoxes);
  const movedControls: Record<string, string[]> = {};
  let controlCount = 0;
  for (const address of addresses) {
    await page.goto(`${portal}${address}`, { waitUntil: 'networkidle' });
    for (const [control, boxes] of Object.entries(await boxesOn(page))) {
      controlCount += 1;
      if (boxes.length > 1) movedControls[`${address} ${control}`] = boxes;
    }
  }
  expect(controlCount).toBeGreaterThan(addresses.length);
  return movedControls;
}

test('the field and the primary button do not move when the first screen is hydrated', async ({
  page,
  portal,
}) => {
  test.setTimeout(IS_TEST_ALL ? 180_000 : 60_000);
  const addresses = [...ADDRESSES, ...(IS_TEST_ALL ? OTHER_ADDRESSES : [])];
  expect(await findMovedControls(page, portal, addresses)).toEqual({});
});

test('the message that a browser has no passkeys moves neither the field nor the primary button', async ({
  page,
  portal,
  text,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });
  expect(await findMovedControls(page, portal, ['/login'])).toEqual({});
  await expect(page.getByText(text('passkey.missing'))).toBeVisible();
  await expect(page.getByRole('radio', { name: text('identity.modePasskey') })).toHaveAccessibleDescription(
    text('passkey.missing'),
  );
});
