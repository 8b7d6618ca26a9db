import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { paleOn } from '#tests/support/e2e/contrast.ts';
import { focusPlace } from '#tests/support/e2e/focus.ts';
import { expectRoom, layoutOf } from '#tests/support/e2e/layout.ts';
import { watchProblems } from '#tests/support/e2e/problems.ts';
import { outOfSequence } from '#tests/support/e2e/sequence.ts';
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

test('pale borders, marks, drawings and outlines, and a control without an outline, are found', async ({
  page,
}) => {
  await page.setContent(`<style>
      input[type=text] { border: 1px solid #ccc } input[type=checkbox] { appearance: none; border: 1px solid #000 }
      input:checked::before { content: ''; background: #ddd } button { border: 2px solid #000; background: #fff }
      #pale:focus { outline: 2px solid #eee } #none:focus { outline: none }
    </style><main><input type="text"><input type="checkbox" checked style="background: #fff">
    <svg width="20" height="20" style="color: #bbb"><path d="M0 0h9" stroke="currentColor" /></svg>
    <button id="pale">Pale</button><button id="none">None</button><button disabled style="border-color: #eee">Off</button></main>`);
  const found = async (id: string) => {
    await page.locator(id).focus();
    return (await page.evaluate(paleOn)).map(({ part }) => part);
  };
  expect(await found('#pale')).toEqual(['border', 'mark', 'drawing', 'outline']);
  expect(await found('#none')).toEqual(['border', 'mark', 'drawing', 'no outline']);
});

test('a focus below the window or under a bar is found', async ({ page }) => {
  await page.setContent(`<style>#bar { position: fixed; inset: 0 0 auto; height: 100px; background: #fff }</style>
    <div id="bar">Bar</div><main><button id="under">Under</button></main>
    <div style="margin-top: 2000px"><button id="below">Below</button></div>`);
  const problemsAt = (id: string) =>
    page.evaluate(
      ([wanted, look]) => {
        document.querySelector<HTMLElement>(wanted)?.focus({ preventScroll: true });
        return (globalThis as unknown as { eval: (code: string) => unknown }).eval(`(${look})([])`);
      },
      [id, String(focusPlace)] as const,
    );
  expect(await problemsAt('#under')).toMatchObject({
    problems: ['button "Under" has the focus and lies under something'],
  });
  expect(await problemsAt('#below')).toMatchObject({
    problems: [expect.stringContaining('button "Below" has the focus outside of the window')],
  });
});

test('what is seen in another order than read, or lies on something, is found', async ({ page }) => {
  await page.setContent(`<main style="display: flex; flex-direction: column">
    <p>One</p><p style="order: -1">Two</p><p>Three</p><p style="margin-top: -34px">Four</p></main>`);
  expect(await page.evaluate(outOfSequence)).toEqual([
    '"Two" is read after "One" and seen before it',
    '"Four" is read after "Three" and seen before it',
    '"Four" lies on "Three"',
  ]);
});
