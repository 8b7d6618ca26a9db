import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e/journey.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** Where a visit of an unknown person may begin. */
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

type Watched = Window & { places: Record<string, string[]> };

/** Notes in every frame where field and primary button of the screen stand, by its title. */
const watchPlaces = () => {
  const page = window as unknown as Watched;
  page.places = {};
  const controls = {
    field: 'main input:not([type=hidden], [type=radio], [type=checkbox])',
    button: 'main button[type=submit], main form ~ button, main button',
  };
  const look = () => {
    const title = document.querySelector('main h1')?.textContent ?? '';
    for (const [name, selector] of Object.entries(controls)) {
      const control = document.querySelector(selector);
      if (title === '' || !control?.checkVisibility()) continue;
      const { x, y, width, height } = control.getBoundingClientRect();
      const key = `${title}: ${name}`;
      const known = page.places[key] ?? [];
      const place = [x, y, width, height].join(' ');
      if (!known.includes(place)) page.places[key] = [...known, place];
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

const placesOn = (page: Page) => page.evaluate(() => (window as unknown as Watched).places);

/** What has moved on the screens that a visit begins with, by address. */
async function movedAt(page: Page, portal: string, entries: readonly string[]) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(watchPlaces);
  const moved: Record<string, string[]> = {};
  let seen = 0;
  for (const entry of entries) {
    await page.goto(`${portal}${entry}`, { waitUntil: 'networkidle' });
    for (const [control, places] of Object.entries(await placesOn(page))) {
      seen += 1;
      if (places.length > 1) moved[`${entry} ${control}`] = places;
    }
  }
  expect(seen).toBeGreaterThan(entries.length);
  return moved;
}

test('field and button do not move when the first screen is hydrated', async ({ page, portal }) => {
  test.setTimeout(IS_TEST_ALL ? 180_000 : 60_000);
  const entries = [...ENTRIES, ...(IS_TEST_ALL ? OTHER_ENTRIES : [])];
  expect(await movedAt(page, portal, entries)).toEqual({});
});

test('a browser without passkeys says so below them, and nothing moves', async ({ page, portal, text }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });
  expect(await movedAt(page, portal, ['/login'])).toEqual({});
  await expect(page.getByText(text('passkey.missing'))).toBeVisible();
  await expect(page.getByRole('radio', { name: text('identity.modePasskey') })).toHaveAccessibleDescription(
    text('passkey.missing'),
  );
});
