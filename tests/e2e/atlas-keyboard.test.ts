import { expect, type Page } from '@playwright/test';
import { atlasAddress } from '#tests/support/e2e/atlas.ts';
import { test } from '#tests/support/e2e.ts';

/** Every control on a page that the keyboard has to reach; in a group of radio buttons, only the checked button. */
const findControls = (page: Page) =>
  page.evaluateHandle(() =>
    [
      ...document.querySelectorAll<HTMLElement>('a, button, input, select, summary, iframe, [tabindex]'),
    ].filter(
      (element) =>
        element.checkVisibility() &&
        element.tabIndex >= 0 &&
        !element.closest('[inert]') &&
        !element.matches(':disabled, [type="radio"]:not(:checked), a:not([href])'),
    ),
  );

/** The index of the focused control, and its name if the focus is not visible; null if no control has the focus. */
const readFocus = (page: Page, controls: Awaited<ReturnType<typeof findControls>>) =>
  page.evaluate((all) => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body)
      return null;
    const box = element.getBoundingClientRect();
    const headerBottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    const isUncovered = element.closest('header') !== null || box.bottom > headerBottom;
    const isInView = isUncovered && box.bottom > 0 && box.top < innerHeight && box.width > 0;
    const name = `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`;
    const isFrame = element.tagName === 'IFRAME';
    return {
      index: all.indexOf(element as HTMLElement),
      isFrame,
      problem: isFrame || (isOutlined && isInView) ? null : name,
    };
  }, controls);

/** Presses Tab through the whole page, and expects that every control is reached and shows the focus. */
async function expectReachable(page: Page): Promise<void> {
  const controls = await findControls(page);
  const names = await controls.evaluate((all) =>
    all.map((element) => `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`),
  );
  const reached = new Set<number>();
  const problems = new Set<string>();
  let framePresses = 0;
  for (let presses = 0; presses < names.length + 4 + framePresses; presses += 1) {
    await page.keyboard.press('Tab');
    const focus = await readFocus(page, controls);
    if (focus === null) continue;
    if (focus.isFrame && reached.has(focus.index)) framePresses += 1;
    expect(framePresses, 'presses of Tab inside frames').toBeLessThan(30);
    reached.add(focus.index);
    if (focus.problem !== null) problems.add(focus.problem);
  }
  expect([...problems]).toEqual([]);
  expect(names.filter((_, index) => !reached.has(index))).toEqual([]);
}

const open = async (page: Page, hash: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(atlasAddress(hash));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

/** The hashes of pages of the atlas, by a description of the page. */
const PAGES = {
  'a chart': '#/error-page',
  'a state': '#/password-expiry/setup',
  'a flow to be printed': '#/error-page?print=1',
};
for (const [name, hash] of Object.entries(PAGES)) {
  test(`Tab reaches every control of ${name}, and each control shows the focus`, async ({ page }) => {
    await open(page, hash);
    await expectReachable(page);
  });
}

test('Tab reaches every control of the page “Try it”, and the keyboard operates the screen and its surroundings', async ({
  page,
}) => {
  await open(page, '#/try');
  const currentState = page.getByRole('status').filter({ hasText: 'Now at' });
  await expect(currentState).toContainText('id-entry.entering');
  await expectReachable(page);
  const id = page.frameLocator('iframe').getByRole('textbox', { name: 'ID' });
  await id.fill('kim');
  await id.press('Enter');
  await page
    .getByRole('region', { name: 'Server, phone and time' })
    .getByRole('button')
    .first()
    .press('Enter');
  await expect(currentState).toContainText('portal.password.loading');
});

test('a search result can be reached and opened with the keyboard', async ({ page }) => {
  await open(page, '#/fixed');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('register-yubikey');
  await expect(page.getByRole('list', { name: 'Found' })).toBeVisible();
  await expectReachable(page);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/yubikey/);
});
