import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { axeFindings, expectAccessible, injectAxe, runAxe } from '#tests/support/e2e/accessibility.ts';
import { lowContrastParts } from '#tests/support/e2e/contrast.ts';
import { reportFocus } from '#tests/support/e2e/focus.ts';
import { expectGoodLayout, measureLayout } from '#tests/support/e2e/layout.ts';
import { watchProblems } from '#tests/support/e2e/problems.ts';
import { brokenReferences, markupWithoutTexts } from '#tests/support/e2e/references.ts';
import { outOfSequence } from '#tests/support/e2e/sequence.ts';
import { picturesOfText, shownByColourAlone } from '#tests/support/e2e/without-colour-or-pictures.ts';
import { test } from '#tests/support/e2e.ts';

const CONTENT_SECURITY_POLICY =
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
        headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY },
      });
    }
    return route.fulfill({ status: 404 });
  });
  await page.goto('http://localhost/');
};

test('watchProblems collects exceptions, console errors, violations of the content security policy and missing files', async ({
  browser,
}) => {
  const cases: readonly (readonly [string, string])[] = [
    ['throw new Error("thrown");', 'uncaught: thrown'],
    ['Promise.reject(new Error("rejected"));', 'uncaught: rejected'],
    ['console.error("written");', 'console: written'],
    ['new Image().src = "/x.png";', 'content security policy of http://localhost/: img-src'],
    [
      'document.body.innerHTML = "<b>x</b>";',
      'content security policy of http://localhost/: require-trusted-types-for',
    ],
    ['import("/missing.js").catch(() => undefined);', '404: http://localhost/missing.js'],
  ];
  const context = await browser.newContext();
  const problems = await watchProblems(context);
  const page = await context.newPage();
  for (const [script, problem] of cases) {
    const countBefore = problems.length;
    await open(page, script);
    await expect.poll(() => problems.slice(countBefore)).toContainEqual(expect.stringContaining(problem));
  }
  await context.close();
});

test('the test browser draws every font weight in the same family', async ({ page }) => {
  await page.setContent(
    [400, 500, 600, 700]
      .map((weight) => `<p style="font-family: system-ui; font-weight: ${weight}">Code</p>`)
      .join(''),
  );
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' });
  const families = new Set<string>();
  for (const nodeId of nodeIds) {
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName } of fonts) families.add(familyName);
  }
  expect(families.size).toBe(1);
});

test('expectAccessible fails on a page with an axe violation', async ({ page }) => {
  await page.setContent('<title>Broken</title><main><h1>Broken</h1><input></main>');
  await expect(expectAccessible(page)).rejects.toThrow('Form elements must have labels');
});

/** A page that breaks rules of axe that are off by default. */
const VIOLATING_PAGE = `<!doctype html><html lang="en"><title>Broken</title><style>
    @media (orientation: portrait) { html { transform: rotate(90deg) } }
    i { display: inline-block; width: 10px; height: 10px; overflow: hidden }
    #title { font-size: 32px; font-weight: 700 }
  </style><main><h1>Broken</h1>
  <a href="#a"><i>One</i></a><a href="#b"><i>Two</i></a>
  <p id="title">Styled as a heading</p><p>A text that stands below it and is as long as a text is.</p>
  <button aria-label="Send">Go on</button>
  <table><tr><td colspan="4">Caption</td></tr>${'<tr><td>1</td><td>2</td><td>3</td><td>4</td></tr>'.repeat(4)}</table>
  <div role="banner" tabindex="0">Box</div><p style="display: none">Hidden</p></main></html>`;

test('axe runs with every rule except deprecated rules and rules of level AAA', async ({ page }) => {
  await page.route('**/*', (route) => route.fulfill({ body: VIOLATING_PAGE, contentType: 'text/html' }));
  await page.goto('http://localhost/');
  await injectAxe(page.mainFrame());
  const { violations, passes, incomplete, inapplicable } = await page.evaluate(runAxe, undefined);
  const runRules = new Set([...violations, ...passes, ...incomplete, ...inapplicable].map(({ id }) => id));
  const allRules = axe.getRules().map(({ ruleId }) => ruleId);
  expect(allRules.length).toBeGreaterThan(100);
  expect(allRules.filter((rule) => !runRules.has(rule))).toEqual([
    'aria-roledescription',
    'audio-caption',
    'color-contrast-enhanced',
    'duplicate-id-active',
    'duplicate-id',
    'identical-links-same-purpose',
    'landmark-complementary-is-top-level',
    'meta-refresh-no-exceptions',
  ]);
  expect((await page.evaluate(axeFindings, undefined)).map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'css-orientation-lock',
      'focus-order-semantics',
      'label-content-name-mismatch',
      'p-as-heading',
      'table-fake-caption',
      'target-size',
      'td-has-header',
    ]),
  );
  expect(incomplete.map(({ id }) => id)).toContain('hidden-content');
});

test('brokenReferences finds duplicate and missing ids, and markupWithoutTexts changes with a reference', async ({
  page,
}) => {
  const markupWith = async (described: string): Promise<string> => {
    await page.setContent(
      `<main><label for="_r_1_">Name</label><input id="_r_1_" ${described}><p id="_r_2_">Hint</p></main>`,
    );
    return page.locator('body').evaluate(markupWithoutTexts);
  };
  const validMarkup = await markupWith('aria-describedby="_r_2_"');
  expect(await page.evaluate(brokenReferences)).toEqual([]);
  expect(await markupWith('aria-describedby="_r_3_"')).not.toBe(validMarkup);
  expect(await page.evaluate(brokenReferences)).toEqual([
    'aria-describedby of input "" refers to a missing id',
  ]);
  await page.setContent('<main><p id="_r_2_">One</p><p id="_r_2_">Two</p></main>');
  expect(await page.evaluate(brokenReferences)).toEqual(['p "Two" has a duplicate id']);
});

test('shownByColourAlone finds errors that only a colour shows, and picturesOfText finds pictures that may contain text', async ({
  page,
}) => {
  await page.setContent(`<style>#painted { background: url(data:image/png;base64,AA) }</style>
    <header><img alt="Operator"></header><main><canvas aria-label="QR code"></canvas>
    <p id="why" role="alert"><svg width="9" height="9"></svg>Enter the code</p><input aria-invalid="true" aria-describedby="why">
    <div data-tone="error"><svg width="9" height="9"></svg>Not sent</div></main>`);
  expect([...(await page.evaluate(shownByColourAlone)), ...(await page.evaluate(picturesOfText))]).toEqual(
    [],
  );
  await page.setContent(`<style>#painted { background: url(data:image/png;base64,AA) }</style>
    <main><img alt="Send"><p id="painted">x</p><input aria-invalid="true"><div data-tone="error">Not sent</div></main>`);
  expect(await page.evaluate(shownByColourAlone)).toEqual([
    expect.stringContaining('a coloured message without both text and icon: <div'),
    expect.stringContaining('an error without both text and icon: <input'),
  ]);
  expect(await page.evaluate(picturesOfText)).toEqual([
    expect.stringContaining('<img'),
    expect.stringContaining('<p id="painted"'),
  ]);
});

test('expectGoodLayout fails on a page that scrolls sideways and has a narrow card and a low target', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.setContent(
    '<main><div style="width: 200px"><div><h1>Low</h1></div></div><button style="height: 20px">Low</button>' +
      '<p style="width: 400px">Wide</p></main>',
  );
  expect(await page.evaluate(measureLayout)).toMatchObject({
    overflow: expect.any(Number),
    cardWidthError: 200 - 280,
    smallTargets: [expect.stringContaining('button')],
  });
  await expect(expectGoodLayout(page, 500)).rejects.toThrow('overflow');
});

test('lowContrastParts finds borders, check marks, drawings and outlines of low contrast, and missing outlines', async ({
  page,
}) => {
  await page.setContent(`<style>
      input[type=text] { border: 1px solid #ccc } input[type=checkbox] { appearance: none; border: 1px solid #000 }
      input:checked::before { content: ''; background: #ddd } button { border: 2px solid #000; background: #fff }
      #pale:focus { outline: 2px solid #eee } #none:focus { outline: none }
    </style><main><input type="text"><input type="checkbox" checked style="background: #fff">
    <svg width="20" height="20" style="color: #bbb"><path d="M0 0h9" stroke="currentColor" /></svg>
    <button id="pale">Pale</button><button id="none">None</button><button disabled style="border-color: #eee">Off</button></main>`);
  const partsFor = async (id: string) => {
    await page.locator(id).focus();
    return (await page.evaluate(lowContrastParts)).map(({ part }) => part);
  };
  expect(await partsFor('#pale')).toEqual(['border', 'mark', 'drawing', 'outline']);
  expect(await partsFor('#none')).toEqual(['border', 'mark', 'drawing', 'no outline']);
});

test('reportFocus finds a focused control that is outside the window or covered', async ({ page }) => {
  await page.setContent(`<style>#bar { position: fixed; inset: 0 0 auto; height: 100px; background: #fff }</style>
    <div id="bar">Bar</div><main><button id="under">Under</button></main>
    <div style="margin-top: 2000px"><button id="below">Below</button></div>`);
  const problemsAt = (id: string) =>
    page.evaluate(
      ([selector, source]) => {
        document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
        return (globalThis as unknown as { eval: (code: string) => unknown }).eval(`(${source})([])`);
      },
      [id, String(reportFocus)] as const,
    );
  expect(await problemsAt('#under')).toMatchObject({
    problems: ['button "Under" has the focus and is covered by something'],
  });
  expect(await problemsAt('#below')).toMatchObject({
    problems: [expect.stringContaining('button "Below" has the focus outside of the window')],
  });
});

test('outOfSequence finds texts whose visual order differs from the reading order, and overlapping texts', async ({
  page,
}) => {
  await page.setContent(`<main style="display: flex; flex-direction: column">
    <p>One</p><p style="order: -1">Two</p><p>Three</p><p style="margin-top: -34px">Four</p></main>`);
  expect(await page.evaluate(outOfSequence)).toEqual([
    '"Two" is read after "One" and shown before it',
    '"Four" is read after "Three" and shown before it',
    '"Four" overlaps "Three"',
  ]);
});
