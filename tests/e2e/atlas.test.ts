import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { ATLAS_FOLDER, atlasAddress } from '#tests/support/e2e/atlas.ts';
import { test } from '#tests/support/e2e.ts';

const screenOf = (page: Page, name: string): FrameLocator => page.frameLocator(`iframe[title="${name}"]`);

test('a state can be opened with the keyboard from its chart, and reopened with its link', async ({
  page,
}) => {
  await page.goto(atlasAddress('#/portal'));
  await page.locator('[data-state="portal.password"]').press('Enter');
  await expect(page).toHaveURL(/#\/portal\/password$/);

  await page.goto(atlasAddress('#/portal/password/running'));
  await page.getByRole('article').getByRole('link', { name: 'password', exact: true }).first().click();
  await page.locator('[data-state="password.entering"]').press('Enter');
  await expect(page.getByRole('heading', { name: /password\.entering/ })).toBeFocused();
  await expect(page.locator('[data-state="password.entering"]')).toHaveAttribute('aria-current', 'true');
  await expect(screenOf(page, 'Screen in Korean').getByRole('heading', { level: 1 })).toHaveText(
    '비밀번호 입력',
  );
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(screenOf(page, 'Screen in English').getByRole('heading', { level: 1 })).toHaveText(
    'Enter password',
  );
});

test('search finds calls, addresses, times, texts and error codes', async ({ page }) => {
  await page.goto(atlasAddress('#/'));
  const searchBox = page.getByRole('searchbox');
  await searchBox.fill('POST /authenticate');
  const callers = page.getByRole('link', { name: /POST \/authenticate password\.loggingIn/ });
  await expect(callers.first()).toBeVisible();
  await searchBox.fill('/second');
  await expect(page.getByRole('link', { name: /\/second portal\.second-factor/ })).toBeVisible();
  await searchBox.fill('300');
  await expect(
    page.getByRole('link', { name: /after 300 s: the code is no longer valid/ }).first(),
  ).toBeVisible();
  await searchBox.fill('/provisioning');
  await expect(
    page.getByRole('link', { name: /\/provisioning\?ak=\{ak\} portal\.provisioning/ }),
  ).toBeVisible();
  await searchBox.fill('코드');
  await expect(page.getByText(/^Found: \d+ \(the first: 60\)$/).last()).toBeVisible();
  await searchBox.fill('linkLifetime');
  const results = page.getByRole('list', { name: 'Found' }).getByRole('link');
  await expect(results.filter({ hasNotText: 'linkLifetime' })).toHaveCount(0);
  await searchBox.fill('crash.title');
  await expect(page.getByRole('link', { name: /^Text .*crash\.title/ })).toBeVisible();
  await searchBox.fill('push.cutOff');
  await page
    .getByRole('link', { name: /push\.cutOff · i18n\/flows\.en\.json/ })
    .first()
    .click();
  await expect(page.getByText('fixed in the source')).toBeVisible();
  await page
    .getByRole('link', { name: /^push: / })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/push\/.*variant=/);
  await expect(screenOf(page, 'Screen in English').locator('body')).toContainText(
    'We cannot check the result right now',
  );
  await searchBox.fill('001_1 password.refused');
  await page
    .getByRole('link', { name: /001_1 account locked/ })
    .first()
    .click();
  await expect(page).toHaveURL(/refusal=/);
  await expect(screenOf(page, 'Screen in Korean').getByRole('dialog')).toContainText('잠겼어요');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  const dialog = screenOf(page, 'Screen in English').getByRole('dialog');
  await expect(dialog).toContainText('locked');
  await expect(dialog).toHaveCSS('color-scheme', 'dark');
});

/** Questions of product people, each with a part of the search result that answers the question. */
const QUESTIONS = [
  ['문자 인증번호 유효 시간', 'codeLifetime'],
  ['비밀번호 다섯 번 틀리면', 'lockAfterFailures'],
  ['추가 인증', 'secondStep'],
  ['누가 등록', 'registerWho'],
  ['이미 쓴 비밀번호 재설정 링크', 'usedLink'],
  ['how long is an SMS code valid', 'codeLifetime'],
  ['fifth wrong password', 'lockAfterFailures'],
  ['three refused pushes', 'pauseAfterRefusals'],
  ['resend code wait', 'codeAgain'],
  ['who can register a passkey without a second factor', 'registerFirst'],
  ['휴대폰이 오프라인일 때 푸시', 'offlinePhone'],
  ['비밀번호 재설정 수단', 'resetMethods'],
  ['패스키와 비밀번호 차이', '비밀번호로 로그인 | 패스키로 로그인'],
  ['세션이 만료됐어요', 'sessionExpired'],
  ['when is the second step left out', 'secondStepSkipped'],
  ['compare push and QR', 'Sign in with a push to the phone | Sign in with a QR code'],
  ['who unlocks a locked account', 'lockEnds'],
  ['오류 005_5는 실제로 어느 화면에 나오나?', '005_5'],
] as const;

test('the first search result answers each question', async ({ page }) => {
  for (const language of ['ko', 'en']) {
    await page.goto(atlasAddress('#/').replace('lang=en', `lang=${language}`));
    const results = page
      .getByRole('list', { name: language === 'ko' ? '찾은 것' : 'Found' })
      .getByRole('link');
    for (const [question, answer] of QUESTIONS) {
      if (/[가-힣]/.test(question) !== (language === 'ko')) continue;
      await page.getByRole('searchbox').fill(question);
      await expect(results.first(), question).toContainText(answer);
    }
  }
});

test('Enter opens the first result: a rule, a text with its source, or a timer', async ({ page }) => {
  await page.goto(atlasAddress('#/'));
  await page.getByRole('searchbox').fill('fifth wrong password');
  await page.getByRole('searchbox').press('Enter');
  const row = page.getByRole('row', { name: /^A method is locked for/ });
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  await page.getByRole('searchbox').fill('crash.title');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('crash.title, i18n/en.json')).toBeVisible();
  await page.getByRole('searchbox').fill('lifetime sent-code.working.delivery.sent timer');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'after 300 s' })).toBeFocused();
});

test('pages of the atlas pass axe and fit into 320 px, as a file and in the lab', async ({ page, lab }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const address of [
    atlasAddress('#/'),
    atlasAddress('#/map'),
    atlasAddress('#/fixed'),
    atlasAddress('#/chooser/choosing/ready'),
    `${lab}/atlas/#/portal/push`,
  ]) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    const [visibleWidth, fullWidth] = await page.evaluate(() => [
      document.documentElement.clientWidth,
      document.documentElement.scrollWidth,
    ]);
    expect(fullWidth).toBe(visibleWidth);
  }
  await expect(screenOf(page, '한국어 화면').getByRole('heading', { level: 1 })).toBeVisible();
});

for (const width of [320, 1366]) {
  test(`a chart opens at a readable size with its main path in the middle, in a window of ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    await page.goto(atlasAddress('#/password'));
    const chart = page.locator('.chart svg');
    const scale = () => chart.evaluate((svg: SVGSVGElement) => svg.clientWidth / svg.viewBox.baseVal.width);
    const initialScale = await scale();
    expect(initialScale).toBeGreaterThan(0.8);
    const box = await page.locator('[data-state="password.entering"]').boundingBox();
    const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2;
    expect(middle).toBeGreaterThan(width / 4);
    expect(middle).toBeLessThan((width * 3) / 4);
    await page.getByRole('button', { name: 'Fit the width' }).click();
    expect(await scale()).toBeLessThan(initialScale);
  });
}

test('the atlas has less than 6 MB, and its first page loads at most five files with less than 2.5 MB', () => {
  const sizeOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + statSync(join(ATLAS_FOLDER, name)).size, 0);
  expect(sizeOf(readdirSync(ATLAS_FOLDER))).toBeLessThan(6_000_000);
  const page = readFileSync(join(ATLAS_FOLDER, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="([\w-]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  expect(files.length).toBeLessThanOrEqual(5);
  expect(sizeOf(files)).toBeLessThan(2_500_000);
});

test('every kind of page passes axe, and a state without a screen says why it has no screen', async ({
  page,
}) => {
  await page.goto(atlasAddress('#/'));
  const addresses = [
    '/journeys?path=code~push',
    '/codes',
    '/password',
    '/try',
    '/fixed',
    '/error-page?print=1',
    '/password/refused',
  ];
  for (const address of addresses) {
    await page.evaluate((hash) => location.assign(hash), `#${address}`);
    const [name = ''] = address.slice(1).replace('/', '.').split('?');
    await expect(page).toHaveTitle(`${name} · Flow atlas`);
    await expectAccessible(page);
  }
  const reasons = [
    ['/password/done', 'The flow ends here'],
    ['/self-auth/deciding', 'The flow passes through here at once'],
    ['/network/offline', 'A message above the current screen: “You are offline.'],
  ] as const;
  for (const [state, reason] of reasons) {
    await page.evaluate((hash) => location.assign(hash), `#${state}`);
    await expect(page.getByText(reason)).toBeVisible();
  }
});

test('the pages of questions show the screens of a journey, the origin of a time, and the screens of an error code', async ({
  page,
}) => {
  await page.goto(atlasAddress('#/'));
  await page.getByRole('link', { name: /Which screens does a person see/ }).click();
  await page
    .getByRole('combobox', { name: /^Journey/ })
    .selectOption({ label: 'Sign in with a code by SMS or mail' });
  await page.getByLabel('Compare with').selectOption({ label: 'Sign in with a push to the phone' });
  const timesRow = page.getByRole('row', { name: /^Times/ });
  await expect(timesRow.getByRole('cell').first()).toContainText(
    '300 s (5 minutes), specification, section 9',
  );
  await expect(timesRow.getByRole('cell').last()).toContainText('how long a push waits');
  await expect(screenOf(page, '3. push').locator('body')).not.toBeEmpty();
  await page.goto(atlasAddress('#/'));
  await page.getByRole('link', { name: /How long, how often/ }).click();
  await expect(page.getByRole('row', { name: /how long a locked method stays locked/ })).toContainText(
    /30 minutes \(1800 s\)\s*the operator, lock\.minutes/,
  );
  await page.goto(atlasAddress('#/'));
  await page.getByRole('link', { name: /Which screens show this error/ }).click();
  await page.getByLabel('Error code').selectOption('005_2');
  await expect(page.getByRole('heading', { name: /Screens that show it/ })).toBeVisible();
  const groupOfImpossibleScreens = page
    .getByRole('group')
    .filter({ hasText: 'to which the server never answers' });
  await expect(
    groupOfImpossibleScreens.getByRole('link', { name: /forgotten password/ }).first(),
  ).toBeHidden();
  await page.getByRole('article').locator('section').getByRole('link').first().click();
  await expect(screenOf(page, 'Screen in English').getByRole('dialog')).toContainText('already been used');
});

test('the address of a state that does not exist shows an error', async ({ page }) => {
  await page.goto(atlasAddress('#/sent-code/nowhere'));
  await expect(page.getByRole('alert')).toHaveText('The state of this address no longer exists.');
});

test('“Try it” runs a screen with chosen answers, its link replays the path, and steps can be taken back', async ({
  page,
}) => {
  await page.goto(atlasAddress('#/try'));
  const surroundings = page.getByRole('region', { name: 'Server, phone and time' });
  const pending = (name: string) => surroundings.getByRole('listitem').filter({ hasText: name });
  const loadPart = () => pending('part of the portal: answer').getByRole('button').click();
  const screen = screenOf(page, 'Try it');
  await screen.getByRole('textbox', { name: 'ID' }).fill('kim');
  await screen.getByRole('button', { name: 'Next' }).click();
  await pending('policy check: answer').getByRole('button').first().click();
  await loadPart();
  await screen.getByLabel('Password', { exact: true }).fill('wrong');
  await screen.getByRole('button', { name: 'Login' }).click();
  await pending('login call: answer').getByRole('combobox').first().selectOption('001_1');
  await expect(screen.getByRole('dialog')).toContainText('locked');
  const currentState = page.getByRole('status').filter({ hasText: 'Now at' });
  await expect(currentState).toContainText('password.refused');
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(currentState).toContainText('password.refused');
  await expect(screen.getByRole('dialog')).toContainText('locked');
  await page.getByRole('button', { name: 'One step back' }).click();
  await expect(currentState).toContainText('password.loggingIn');
  await page.getByRole('button', { name: 'From the start' }).click();
  await expect(currentState).toContainText('id-entry.entering');
});

test('a remark on a state is saved, and can be saved as a file and opened in another browser', async ({
  page,
  browser,
}) => {
  await page.goto(atlasAddress('#/push/waiting'));
  await expect(page.getByRole('heading', { name: /push\.waiting/ })).toBeFocused();
  await page.getByRole('textbox', { name: 'Remark' }).fill('Say how long it takes.');
  await page.getByRole('textbox', { name: 'Your name (optional)' }).fill('Kim');
  await page.getByRole('button', { name: 'Add the remark' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Say how long it takes.' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Say how long it takes.')).toBeVisible();
  await page.goto(atlasAddress('#/remarks'));
  await expect(page.getByRole('heading', { name: 'Remarks' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as a file' }).click(),
  ]);
  const otherContext = await browser.newContext({ locale: 'en' });
  const otherPage = await otherContext.newPage();
  await otherPage.goto(atlasAddress('#/remarks'));
  await expect(otherPage.getByText('There are no remarks yet')).toBeVisible();
  await otherPage.getByLabel('Open a remarks file').setInputFiles(await download.path());
  await otherPage.getByRole('link', { name: /waiting for the phone/ }).click();
  await expect(otherPage.getByText('Say how long it takes.')).toBeVisible();
  await otherContext.close();
});
