import { createHash } from 'node:crypto';
import { expect, vi } from 'vitest';
import { brandedApp } from '#server/http/page/phone-brand.ts';
import { phonePageSecurityPolicy } from '#server/http/page/phone-security-policy.ts';
import { siteOf } from '#server/http/page/site.ts';
import { testServer } from '#tests/support/server/server.ts';
import { test } from '#tests/support/server/test.ts';
import { FIRST_OPEN_SCRIPT } from '#wire/first-open-script.ts';
import type { RenderPhoneScreen } from '#wire/phone-app.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

const PAGE_POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types munjigi-app',
  `script-src 'self' 'sha256-${sha256(FIRST_OPEN_SCRIPT)}'`,
  "style-src 'self'",
  "img-src 'self'",
  'frame-ancestors http://localhost:8081 http://127.0.0.1:8081',
].join('; ');

test.for([
  ['/app/', 'text/html; charset=utf-8', PAGE_POLICY, 'no-cache'],
  ['/app/worker.js', 'text/javascript; charset=utf-8', "default-src 'none'; connect-src 'self'", 'no-cache'],
  [
    '/app/assets/main-abc123.js',
    'text/javascript; charset=utf-8',
    "default-src 'none'; frame-ancestors 'none'",
    'public, max-age=31536000, immutable',
  ],
] as const)(
  'the app has %s, with its own policy and no session',
  async ([path, type, policy, cacheControl]) => {
    const { browser } = await testServer();
    const { status, headers } = await browser().visit(path);
    expect(status).toBe(200);
    expect(headers.getSetCookie()).toEqual([]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'content-security-policy': policy,
      'cache-control': cacheControl,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  },
);

test('only the lab of a demonstration may show the app in a frame', () => {
  expect(phonePageSecurityPolicy({ appFrames: [], branding: {} }, [])).toMatch(/; frame-ancestors 'none'$/);
});

test('only the page of the app may use the camera', async ({ server: { browser } }) => {
  const cameraOf = async (path: string) =>
    /camera=\([^)]*\)/.exec((await browser().visit(path)).headers.get('Permissions-Policy') ?? '')?.[0];
  expect(await cameraOf('/app/')).toBe('camera=(self)');
  for (const path of ['/app/worker.js', '/', '/login']) expect(await cameraOf(path)).toBe('camera=()');
});

test('the folder of the app is found without a slash, and has no unknown files', async ({
  server: { browser },
}) => {
  const { status, headers } = await browser().visit('/app');
  expect([status, headers.get('Location')]).toEqual([308, '/app/']);
  expect((await browser().visit('/app/other')).status).toBe(404);
});

const BRAND = {
  name: { ko: '</script>한빛', en: 'Hanbit' },
  logo: { light: 'https://cdn.example/light.svg', dark: '/brand/dark.svg' },
  theme: 'auto',
  colors: { accent: '#ffd400' },
} as const;

test('the app is installed with name, colours and logo of its portal', async () => {
  const { browser } = await testServer({ branding: { ...BRAND, logo: BRAND.logo.light } });
  const { text, headers } = await browser().visit('/app/');
  expect(text).toContain(
    '<script type="application/json" id="munjigi-app-brand">{"name":{"ko":"\\u003c/script>한빛","en":"Hanbit"},"logo":"https://cdn.example/light.svg"}</script><style id="munjigi-brand">:root{--accent:#ffd400}</style></head>',
  );
  expect(headers.get('Content-Security-Policy')).toMatch(
    /; style-src 'self' 'sha256-[^']+'; img-src 'self' https:\/\/cdn\.example; /,
  );
  const manifest = await browser().visit('/app/app.webmanifest', { 'Accept-Language': 'en-GB' });
  expect(manifest.headers.get('Content-Type')).toBe('application/manifest+json; charset=utf-8');
  expect(JSON.parse(manifest.text)).toEqual({
    id: '/app/',
    name: 'Hanbit',
    short_name: 'Hanbit',
    lang: 'en',
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);

test('the page of the app contains its styles and a template of the first screen', async () => {
  const renderPhone = vi.fn<RenderPhoneScreen>((language) => `<h1>${language}</h1>`);
  const site = siteOf(
    '',
    new Map([
      [
        '/app/index.html',
        bytes(
          '<html><head><link rel="stylesheet" crossorigin href="/app/a.css"></head><body><div id="root"></div></body></html>',
        ),
      ],
      ['/app/a.css', bytes('p{color:red}')],
      ['/app/worker.js', bytes('work();')],
    ]),
    { renderFirstScreen: null, runPortal: null, renderPhone },
  );
  const { files, styles } = brandedApp(site, BRAND, 'en');
  expect(new TextDecoder().decode(files.get('/app/index.html')?.bytes)).toMatch(
    /<style>p\{color:red\}<\/style>.*<div id="root"><\/div><template id="munjigi-app-first"><h1>en<\/h1><\/template><script>.*<\/script><\/body>/,
  );
  expect(renderPhone).toHaveBeenCalledWith('en', { name: BRAND.name, logo: BRAND.logo });
  expect(phonePageSecurityPolicy({ appFrames: [], branding: {} }, styles)).toContain(
    `; style-src 'self' 'sha256-${sha256('p{color:red}')}'; `,
  );
});

test('the worker of the app caches the pictures of the brand, and changes with the brand', () => {
  const site = siteOf(
    '',
    new Map([
      ['/app/index.html', bytes('<html lang="ko"><head></head></html>')],
      ['/app/worker.js', bytes('work();')],
      ['/brand/dark.svg', bytes('<svg/>')],
    ]),
    { renderFirstScreen: null, runPortal: null },
  );
  const workerOf = (branding: Parameters<typeof brandedApp>[1]) =>
    new TextDecoder().decode(brandedApp(site, branding, 'ko').files.get('/app/worker.js')?.bytes);
  expect(workerOf(BRAND)).toMatch(
    /^const PORTAL_FILES=\["\/brand\/dark\.svg"\],PORTAL_VERSION="[\w-]{12}";work\(\);$/,
  );
  expect(workerOf({ ...BRAND, name: { ko: '다른', en: 'Other' } })).not.toBe(workerOf(BRAND));
  expect(workerOf(BRAND)).toBe(workerOf(BRAND));
});
