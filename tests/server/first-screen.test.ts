import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { firstScreen } from '#server/http/page/first-screen.ts';
import { testServer } from '#tests/support/server/server.ts';
import { BRAND_LOGO, BRAND_NAME, type FirstScreens } from '#wire/first-screen.ts';
import { UNTIL_SCRIPT } from '#wire/until-script.ts';

const screensIn = (language: string): FirstScreens['ko'] => ({
  plain: { own: `<i>${language} own</i>`, named: `<i>${language} ${BRAND_NAME}</i>` },
  withLogo: {
    own: `<img src="${BRAND_LOGO}" alt="${language} own">`,
    named: `<img src="${BRAND_LOGO}" alt="${BRAND_NAME}">`,
  },
});
const SCREENS: FirstScreens = { ko: screensIn('ko'), en: screensIn('en') };
const DEMO = { branding: {}, defaultClient: 'demo' };

test.for([
  ['/', 'ko'],
  ['/login', 'en'],
  ['/first', 'ko'],
] as const)('%s begins with the ID entry, in %s', ([path, language]) => {
  expect(firstScreen(SCREENS, DEMO, path, language)).toBe(`<i>${language} own</i>`);
});

test.for(['/redirect', '/first/select', '/first/auth', '/error', '/logout', '/constructor'])(
  '%s begins with another screen',
  (path) => {
    expect(firstScreen(SCREENS, DEMO, path, 'ko')).toBe('');
  },
);

test('without a default service the page begins with the list of services', () => {
  expect(firstScreen(SCREENS, { branding: {}, defaultClient: undefined }, '/login', 'ko')).toBe('');
});

test('a portal that was built without it has none', () => {
  expect(firstScreen(null, DEMO, '/login', 'ko')).toBe('');
});

describe("the operator's", () => {
  const name = { ko: '가나', en: `A & "B" <b>$'` };

  test('name is there, in the language, as text', () => {
    expect(firstScreen(SCREENS, { ...DEMO, branding: { name } }, '/login', 'en')).toBe(
      '<i>en A &amp; &quot;B&quot; &lt;b&gt;$&#39;</i>',
    );
  });

  test('logo is there, with the name or without', () => {
    const logo = '/logo.svg?a=1&b="';
    const src = '/logo.svg?a=1&amp;b=&quot;';
    expect(firstScreen(SCREENS, { ...DEMO, branding: { logo } }, '/login', 'ko')).toBe(
      `<img src="${src}" alt="ko own">`,
    );
    expect(firstScreen(SCREENS, { ...DEMO, branding: { logo, name } }, '/login', 'ko')).toBe(
      `<img src="${src}" alt="가나">`,
    );
  });

  test('colours come with the script, so that no other colours flash before', () => {
    expect(
      firstScreen(SCREENS, { ...DEMO, branding: { colors: { accent: '#123456' } } }, '/login', 'ko'),
    ).toBe('');
  });
});

test('the script beside it may run, and nothing else that stands in a page', async () => {
  const { browser } = await testServer();
  const digest = createHash('sha256').update(UNTIL_SCRIPT).digest('base64');
  const policyOf = async (path: string) =>
    (await browser().visit(path)).headers.get('Content-Security-Policy')?.split('; ')[1];
  expect(await policyOf('/login')).toBe(`script-src 'self' 'sha256-${digest}'`);
  expect(await policyOf('/redirect')).toBe(`script-src 'self' 'sha256-${digest}'`);
});

test('the markup stands in the page, and is no file of the site', async () => {
  const { browser } = await testServer();
  const kim = browser();
  const { text } = await kim.visit('/login', { 'Accept-Language': 'en' });
  expect(text).toContain(`<script>${UNTIL_SCRIPT}</script><div id="root"><p>Sign in</p></div>`);
  expect((await kim.visit('/first/select')).text).toContain(
    `<script>${UNTIL_SCRIPT}</script><div id="root"></div>`,
  );
  expect((await kim.visit('/first-screen.json')).status).toBe(404);
});
