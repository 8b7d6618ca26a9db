import { expect } from '@playwright/test';
import { replaceMouseWithKeyboard } from '#tests/support/e2e/keyboard-only.ts';
import { watchProblems } from '#tests/support/e2e/problems.ts';
import { test as base } from '#tests/support/e2e.ts';

const PORTAL_ORIGIN = 'http://portal.example';

/** The markup of a page with controls that Tab reaches, and controls that Tab does not reach or that show no focus. */
const PAGE = `<!doctype html><html lang="en"><title>Controls</title><main>
  <style>#unmarked:focus { outline: none }</style>
  <a href="#followed">Link</a> <button id="button">Press</button>
  <button id="back" tabindex="-1">Back</button> <div id="div">Press</div> <button id="unmarked">Press</button>
  <label><input type="checkbox"> Remember</label>
  <label><input type="radio" name="way" checked> One</label>
  <label><input type="radio" name="way" disabled> Two</label>
  <label><input type="radio" name="way"> Three</label>
  <label>Name <input value="former"></label>
  <output></output>
  <script>
    for (const id of ['button', 'back', 'div', 'unmarked']) {
      document.getElementById(id).onclick = () => document.querySelector('output').append(id + ' ');
    }
  </script>`;

/** A test in which the keyboard replaces the mouse on a page. */
const test = base.extend({
  problems: async ({ context }, use) => {
    const problems = await watchProblems(context);
    await context.route(/example/, (route) => route.fulfill({ body: PAGE, contentType: 'text/html' }));
    const restoreMouse = await replaceMouseWithKeyboard(context, [PORTAL_ORIGIN]);
    await use(problems);
    restoreMouse();
  },
});

test('controls that Tab reaches are pressed, chosen and filled in with the keyboard', async ({
  page,
  problems,
}) => {
  await page.goto(PORTAL_ORIGIN);
  await page.getByRole('link', { name: 'Link' }).click();
  expect(page.url()).toContain('#followed');
  await page.getByLabel('Name').fill('kim');
  await expect(page.getByLabel('Name')).toHaveValue('kim');
  await page.getByLabel('Name').fill('');
  await expect(page.getByLabel('Name')).toHaveValue('');
  await page.getByLabel('Name').pressSequentially('lee');
  await page.getByLabel('Name').press('Backspace');
  await expect(page.getByLabel('Name')).toHaveValue('le');
  await page.locator('#button').click();
  await page.locator('#button').dblclick();
  await expect(page.getByRole('status')).toHaveText('button button button');
  await page.getByLabel('Remember').setChecked(true);
  await expect(page.getByLabel('Remember')).toBeChecked();
  await page.getByText('Remember').click();
  await expect(page.getByLabel('Remember')).not.toBeChecked();
  await page.getByLabel('Three').check();
  await expect(page.getByLabel('Three')).toBeChecked();
  await page.getByLabel('One').click();
  await expect(page.getByLabel('One')).toBeChecked();
  expect(problems).toEqual([]);
});

test('an action fails on a control that Tab does not reach or that shows no focus', async ({ page }) => {
  await page.goto(PORTAL_ORIGIN);
  for (const id of ['#back', '#div']) {
    await expect(page.locator(id).click()).rejects.toThrow(`locator('${id}') cannot be reached by Tab`);
  }
  await expect(page.locator('#unmarked').click()).rejects.toThrow();
  await expect(page.getByRole('status')).toBeEmpty();
});

test('the use of a mouse is reported only on the chosen origin', async ({ page, problems }) => {
  await page.goto('http://service.example');
  await page.locator('#div').click();
  await expect(page.getByRole('status')).toHaveText('div');
  expect(problems).toEqual([]);
  await page.goto(PORTAL_ORIGIN);
  const { x = 0, y = 0 } = (await page.locator('#button').boundingBox()) ?? {};
  await page.mouse.click(x + 5, y + 5);
  await expect
    .poll(() => problems)
    .toEqual([expect.stringContaining('A mouse was used on <button id="button"')]);
});
