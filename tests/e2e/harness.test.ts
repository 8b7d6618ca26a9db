import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { expectRoom, layoutOf } from '#tests/support/e2e/layout.ts';
import { watchProblems } from '#tests/support/e2e/problems.ts';
import { test } from '#tests/support/e2e.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

const PAGE =
  '<!doctype html><html lang="en"><title>Broken</title><h1>Broken</h1><script src="/x.js"></script>';

/** Opens a page that runs this script. */
const open = async (page: Page, script: string): Promise<void> => {
  await page.route('**/*', (route) => {
    if (route.request().url().endsWith('/x.js'))
      return route.fulfill({ body: script, contentType: 'text/javascript' });
    if (route.request().isNavigationRequest()) {
      return route.fulfill({
        body: PAGE,
        contentType: 'text/html',
        headers: { 'Content-Security-Policy': POLICY },
      });
    }
    return route.fulfill({ status: 404 });
  });
  await page.goto('http://localhost/');
};

test('a page fails its test that throws, rejects, writes an error or HTML, breaks the policy or lacks a part', async ({
  browser,
}) => {
  const cases: readonly (readonly [string, string])[] = [
    ['throw new Error("lost");', 'uncaught: lost'],
    ['Promise.reject(new Error("left"));', 'uncaught: left'],
    ['console.error("written");', 'console: written'],
    ['new Image().src = "/x.png";', 'content security policy of http://localhost/: img-src'],
    [
      'document.body.innerHTML = "<b>x</b>";',
      'content security policy of http://localhost/: require-trusted-types-for',
    ],
    ['import("/lost.js").catch(() => undefined);', '404: http://localhost/lost.js'],
  ];
  const context = await browser.newContext();
  const problems = await watchProblems(context);
  const page = await context.newPage();
  for (const [script, problem] of cases) {
    const earlier = problems.length;
    await open(page, script);
    await expect.poll(() => problems.slice(earlier)).toContainEqual(expect.stringContaining(problem));
  }
  await context.close();
});

test('a page that axe finds something on fails', async ({ page }) => {
  await page.setContent('<title>Broken</title><main><h1>Broken</h1><input></main>');
  await expect(expectAccessible(page)).rejects.toThrow('Form elements must have labels');
});

test('a page that scrolls sideways, with a narrow card and a low target, fails', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.setContent(
    '<main><div style="width: 200px"><div><h1>Low</h1></div></div><button style="height: 20px">Low</button>' +
      '<p style="width: 400px">Wide</p></main>',
  );
  expect(await page.evaluate(layoutOf)).toMatchObject({
    overflow: expect.any(Number),
    misfit: 200 - 280,
    low: [expect.stringContaining('button')],
  });
  await expect(expectRoom(page, 500)).rejects.toThrow('overflow');
});
