import { createHash } from 'node:crypto';
import { describe, expect, vi } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import { cachedRendering, firstScreenMarkup } from '#server/http/page/first-screen.ts';
import { renderFirstScreen } from '#src/server-portal.tsx';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { testServer, testSite } from '#tests/support/server/server.ts';
import { test } from '#tests/support/server/test.ts';
import { EARLY_SCRIPT } from '#wire/early-script.ts';
import type { AuthSummary, InitialData } from '#wire/initial-data.ts';
import type { RenderFirstScreen } from '#wire/server-portal.ts';

const render: RenderFirstScreen = ({ language, branding, initialData }) =>
  JSON.stringify([language, branding, initialData]);
const DEMO_CONFIG = { branding: {}, defaultClient: 'demo', clients: [], serviceProviders: [] };

const SUMMARY: AuthSummary = {
  clientId: 'demo',
  hasServiceId: false,
  userId: '',
  redirectUrl: '/oauth2/authorize/1',
  isAlreadyAuth: false,
  hasOpenIdScope: true,
  reauthReason: '',
};
const CLIENT = {
  clientId: 'demo',
  config: { idOtp: true, passkey: false, qrCode: false, serviceName: 'Demo', displayContent: '' },
};
const INITIAL_DATA: InitialData = { summary: SUMMARY, client: CLIENT };

/** Opens the page of the ID entry at a server with this brand, which renders its values as JSON. */
async function openLogin(branding: object) {
  const site = testSite({ renderFirstScreen: render, runPortal: null });
  const { browser } = await testServer({ branding }, undefined, {}, undefined, site);
  return browser().visit('/login');
}

const configWith = (clients: readonly object[]) =>
  resolveConfig({ clients }, 'test', {
    mode: 'demo',
    publicUrl: 'http://localhost:1',
    labOrigin: 'http://localhost:2',
  });

test.for([
  ['/', 'ko'],
  ['/login', 'en'],
  ['/first', 'ko'],
  ['/logout', 'en'],
] as const)('%s begins with the ID entry, in %s', ([path, language]) => {
  expect(firstScreenMarkup(render, DEMO_CONFIG, path, language, null)).toBe(
    JSON.stringify([language, {}, null]),
  );
});

test('a page with a request begins with the ID entry of its service', () => {
  expect(firstScreenMarkup(render, DEMO_CONFIG, '/redirect', 'ko', INITIAL_DATA)).toBe(
    JSON.stringify(['ko', {}, INITIAL_DATA]),
  );
});

test.for(['/redirect', '/first/select', '/first/auth', '/error', '/constructor'])(
  '%s has no first screen in its markup',
  (path) => {
    expect(firstScreenMarkup(render, DEMO_CONFIG, path, 'ko', null)).toBe('');
  },
);

test('without a default service the page has no first screen in its markup', () => {
  expect(firstScreenMarkup(render, { ...DEMO_CONFIG, defaultClient: undefined }, '/login', 'ko', null)).toBe(
    '',
  );
});

test('a portal without a server build renders no first screen', () => {
  expect(firstScreenMarkup(null, DEMO_CONFIG, '/login', 'ko', null)).toBe('');
});

describe("the operator's", () => {
  const name = { ko: '가나', en: 'A & B' };

  test('name is shown as text in the language', () => {
    const branding = { name: { ko: '가나', en: `A & "B" <b>$'` } };
    const markup = firstScreenMarkup(renderFirstScreen, { ...DEMO_CONFIG, branding }, '/login', 'en', null);
    expect(markup).toContain('A &amp; &quot;B&quot; &lt;b&gt;$&#x27;');
    expect(markup).not.toMatch(/<b>|가나/);
  });

  test('name and logo are given to the first screen', () => {
    const branding = { name, logo: '/logo.svg' };
    expect(firstScreenMarkup(render, { ...DEMO_CONFIG, branding }, '/login', 'en', null)).toBe(
      JSON.stringify(['en', branding, null]),
    );
  });

  test('logo is replaced only by a logo of the service, not by its colours', () => {
    const config = configWith([
      serviceOf('plain', {}),
      serviceOf('drawn', { branding: { logo: '/drawn.svg' } }),
      serviceOf('coloured', { branding: { colors: { accent: '#0a6' } } }),
    ]);
    const screenOf = (clientId: string) =>
      firstScreenMarkup(render, { ...config, branding: { logo: '/logo.svg' } }, '/redirect', 'ko', {
        summary: { ...SUMMARY, clientId },
        client: { ...CLIENT, clientId },
      });
    expect(screenOf('plain')).toContain('"logo":"/logo.svg"');
    expect(screenOf('drawn')).toContain('"logo":"/drawn.svg"');
    expect(screenOf('coloured')).toContain('"logo":"/logo.svg"');
  });

  test.for([
    [
      'light and dark',
      { accent: '#123456', accentDark: '#abc' },
      ':root{--accent:#123456;--accent-dark:#abc}',
    ],
    ['dark alone', { accentDark: '#abc' }, ':root{--accent-dark:#abc}'],
  ] as const)(
    'colours are in the page, allowed by the hash of their style: %s',
    async ([, colors, style]) => {
      const { text, headers } = await openLogin({ colors });
      expect(text).toContain(`<style id="munjigi-brand">${style}</style>`);
      expect(headers.get('Content-Security-Policy')).toContain(
        `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      );
    },
  );

  test('colours have no style in the page when none is configured', async () => {
    expect((await openLogin({})).text).not.toContain('munjigi-brand');
  });
});

test('identical renderings are cached, and those with a user ID are not', () => {
  const countedRender = vi.fn(render);
  const cachedRender = cachedRendering(countedRender);
  const input = { language: 'ko', branding: {}, initialData: INITIAL_DATA } as const;
  cachedRender(input);
  cachedRender({
    ...input,
    initialData: { ...INITIAL_DATA, summary: { ...SUMMARY, redirectUrl: '/oauth2/authorize/2' } },
  });
  expect(countedRender).toHaveBeenCalledTimes(1);
  const inputWithKim = { ...input, initialData: { ...INITIAL_DATA, summary: { ...SUMMARY, userId: 'kim' } } };
  expect(cachedRender(inputWithKim)).toContain('kim');
  cachedRender(inputWithKim);
  expect(countedRender).toHaveBeenCalledTimes(3);
});

test('only the inline script of the page may run', async ({ server: { browser } }) => {
  const digest = createHash('sha256').update(EARLY_SCRIPT).digest('base64');
  const policyOf = async (path: string) =>
    (await browser().visit(path)).headers.get('Content-Security-Policy')?.split('; ')[1];
  expect(await policyOf('/login')).toBe(`script-src 'self' 'sha256-${digest}'`);
  expect(await policyOf('/redirect')).toBe(`script-src 'self' 'sha256-${digest}'`);
});

test('the markup of the first screen is in the page, and its module is not served', async ({ browser }) => {
  const { text } = await browser.visit('/login', { 'Accept-Language': 'en' });
  expect(text).toContain(`<div id="root"><p>Sign in</p></div><script>${EARLY_SCRIPT}</script>`);
  expect((await browser.visit('/first/select')).text).toContain(
    `<div id="root"></div><script>${EARLY_SCRIPT}</script>`,
  );
  expect((await browser.visit('/server-portal.mjs')).status).toBe(404);
});

test('the style sheets are in the page, allowed by their hash', async ({ browser }) => {
  const { text, headers } = await browser.visit('/login');
  const digest = createHash('sha256').update('p{color:red}').digest('base64');
  expect(text).toContain('<style>p{color:red}</style>');
  expect(text).not.toContain('rel="stylesheet"');
  expect(headers.get('Content-Security-Policy')?.split('; ')).toContain(
    `style-src 'self' 'sha256-${digest}'`,
  );
});
