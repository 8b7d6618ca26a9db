import { expect } from '@playwright/test';
import { checkTarget } from '#machines/return-to-service/target.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { answerSummary } from '#tests/support/e2e/summary.ts';
import { hostileTo } from '#tests/targets/hostile.ts';

const HOSTILE = hostileTo('https://rp.example/callback');

/** Parts of the page's own address that somebody else may have written. */
const ENTRIES = ['/error?reason=', '/error#', '/authenticated?otp=', '/first/auth?type=', '/'];

let strays: string[];
test.beforeEach(async ({ page, portal, lab }) => {
  strays = [];
  page.on('request', (request) => {
    const { origin, protocol, href } = new URL(request.url());
    if (/^https?:$/.test(protocol) && ![portal, lab].includes(origin)) strays.push(href);
  });
  page.on('popup', (popup) => strays.push(popup.url()));
  page.on('dialog', async (dialog) => {
    strays.push(dialog.message());
    await dialog.dismiss();
  });
  await page.goto('/error');
});
test.afterEach(({ page, portal }) => {
  expect(strays).toEqual([]);
  expect(new URL(page.url()).origin).toBe(portal);
});

test('the browser reads each as leading where the tests read it to lead, or to a host that has no address', async ({
  page,
  portal,
}) => {
  const base = `${portal}/first`;
  const read = (addresses: readonly string[], at: string): readonly (string | null)[] =>
    addresses.map((address) => {
      if (!URL.canParse(address, at)) return null;
      const { protocol, origin } = new URL(address, at);
      return protocol === 'http:' || protocol === 'https:' ? origin : null;
    });
  const expected = read(HOSTILE, base);
  const readByBrowser = await page.evaluate(`(${read})(${JSON.stringify(HOSTILE)}, ${JSON.stringify(base)})`);
  const differing = (readByBrowser as typeof expected).filter((origin, index) => origin !== expected[index]);
  // Chromium writes a space or a star into the host as what no name may hold.
  expect(differing.filter((origin) => !/^https?:\/\/[^/]*%/.test(origin ?? ''))).toEqual([]);
  expect(differing.length).toBeLessThan(15);
});

test('none in the page’s own address leads away, asks anything or runs', async ({ page, person }) => {
  test.setTimeout(60_000 + 1_000 * HOSTILE.length);
  const shown = await page.evaluate(
    async ([addresses, entries]) => {
      let screens = 0;
      for (const address of addresses) {
        for (const to of [address, ...entries.map((entry) => entry + encodeURIComponent(address))]) {
          try {
            window.history.pushState(null, '', to);
          } catch {
            // Another origin: the browser itself refuses it.
            continue;
          }
          window.dispatchEvent(new PopStateEvent('popstate'));
          screens += 1;
        }
        await new Promise((resolve) => setTimeout(resolve));
      }
      return screens;
    },
    [HOSTILE, ENTRIES] as const,
  );
  expect(shown).toBeGreaterThanOrEqual(HOSTILE.length * (ENTRIES.length - 1));
  await page.goto('/error');
  await expect(person.heading('notice.notFound')).toBeVisible();
});

test('none in the server’s own answer is followed', async ({ page, person, methods, portal }) => {
  // With a space that does not break Chromium finds a host that nobody has, and an error page.
  const refused = HOSTILE.filter((address) => !address.includes('\u00a0')).filter(
    (address) => !checkTarget(address, `${portal}/first`).ok && address !== '',
  );
  expect(refused.length).toBeGreaterThan(180);
  test.setTimeout(60_000 + 1_000 * refused.length);
  for (const redirectUrl of refused) {
    await answerSummary(page, redirectUrl);
    await methods.open('/redirect');
    await person.button('redirect.continue').click();
    await expect(page, redirectUrl).toHaveURL('/error?reason=invalidAccess');
    await expect(person.heading('notice.invalidAccess')).toBeVisible();
  }
});
