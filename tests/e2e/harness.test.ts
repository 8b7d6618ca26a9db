import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { expectRoom, layoutOf } from '#tests/support/e2e/layout.ts';
import { watchProblems } from '#tests/support/e2e/problems.ts';
import { test } from '#tests/support/e2e.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

const PAGE =
  '<!doctype html><html lang="en"><title>Broken</title><h1>Broken</h1><script src="/x.js"></script>';

/** A page that runs this script, in a context of its own, and what is collected on it. */
const broken = async (page: Page, script: string) => {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('The page has no browser');
  const problems = await watchProblems(context);
  await context.route('**/*', (route) => {
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
  await (await context.newPage()).goto('http://localhost/');
  return problems;
};

test.describe('a page fails its test', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['that throws', 'throw new Error("lost");', 'uncaught: lost'],
    ['that leaves a rejection', 'Promise.reject(new Error("left"));', 'uncaught: left'],
    ['that writes an error', 'console.error("written");', 'console: written'],
    [
      'that breaks the policy',
      'new Image().src = "/x.png";',
      'content security policy of http://localhost/: img-src',
    ],
    [
      'that writes HTML by script',
      'document.body.innerHTML = "<b>x</b>";',
      'content security policy of http://localhost/: require-trusted-types-for',
    ],
    ['that lacks a part', 'import("/lost.js").catch(() => undefined);', '404: http://localhost/lost.js'],
  ];
  for (const [name, script, problem] of cases) {
    test(name, async ({ page }) => {
      const problems = await broken(page, script);
      await expect.poll(() => problems).toContainEqual(expect.stringContaining(problem));
    });
  }
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
