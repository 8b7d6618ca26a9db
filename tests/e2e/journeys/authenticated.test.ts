import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { tabTitle } from '#tests/support/e2e/texts.ts';
import { freePort } from '#tools/free-port.ts';

const PORT = await freePort();
const PARENT_ORIGIN = `http://127.0.0.1:${PORT}`;

test.use({ configFile: { ...TEST_CONFIG, parentOrigin: PARENT_ORIGIN } });

/** A page that shows the address of the query in a frame, and shows all messages from the frame. */
const PARENT_PAGE = `<!doctype html><html lang="en"><title>Parent</title><p id="received"></p><iframe title="portal"></iframe><script>
addEventListener('message', ({ data, origin }) => {
  document.getElementById('received').textContent = JSON.stringify([data, origin]);
});
document.querySelector('iframe').src = new URLSearchParams(location.search).get('frame');
</script></html>`;

const parentServer = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end(PARENT_PAGE);
});

test.beforeAll(() => new Promise<void>((resolve) => parentServer.listen(PORT, '127.0.0.1', resolve)));
test.afterAll(() => new Promise<void>((resolve) => parentServer.close(() => resolve())));

test('the code is posted to the parent page and removed from the address', async ({ page, portal, text }) => {
  await page.goto(`${PARENT_ORIGIN}/?frame=${encodeURIComponent(`${portal}/authenticated?otp=123456`)}`);
  await expect(page.locator('#received')).toHaveText(JSON.stringify(['123456', portal]));
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1, name: text('title.authenticated') })).toBeVisible();
  const [, portalFrame] = page.frames();
  expect(portalFrame?.url()).toBe(`${portal}/authenticated`);
});

test('without a parent page the portal offers its start page after ten seconds', async ({
  page,
  person,
  text,
}) => {
  await page.clock.install();
  await page.goto('/authenticated?otp=123456');
  await expect(person.heading('title.authenticated')).toBeVisible();
  await expect(page).toHaveURL('/authenticated');
  await expect(page).toHaveTitle(tabTitle(text, 'title.authenticated'));
  await page.clock.fastForward(10_000);
  await expect(page.getByText(text('authenticated.stranded'))).toBeVisible();
  await person.button('action.home').click();
  await expect(page).toHaveURL('/login');
});
