import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, vi } from 'vitest';
import { writePage } from '#server/http/page/html.ts';
import { configBlockOf } from '#tests/support/server/config-block.ts';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { EMPTY_PAGE } from '#tests/support/server/empty-page.ts';
import { PUBLIC_URL, testServer } from '#tests/support/server/server.ts';
import { challengeKeyOf } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { EARLY_SCRIPT } from '#wire/early-script.ts';

/** The pages of spec section 2 and of rules 22, 31 and 104, without the links of approvals. */
const PAGES = [
  '/',
  '/login',
  '/provisioning?ak=a.b',
  '/redirect',
  '/oauth2/authorize',
  '/authenticated?otp=1',
  '/error?reason=invalidAccess',
  '/service-approval-ui/error',
  '/password?clientid=a&ak=b',
  '/password/forgot',
  '/change',
  '/logout',
  '/authentication',
  '/self',
  '/auth',
  '/first',
  '/first/select',
  '/first/auth?type=pw',
  '/first/management?type=9',
  '/second',
  '/second/management?type=7',
  '/user/7',
  '/oidc/emergency',
  '/saml',
  '/saml/emergency',
  '/login/',
];

test.for(PAGES)('%s shows the portal', async (path, { browser }) => {
  const { status, headers, text } = await browser.visit(path);
  expect({ status, type: headers.get('Content-Type') }).toEqual({
    status: 200,
    type: 'text/html; charset=utf-8',
  });
  expect(text).toContain('<title>인증 포털</title>');
});

test.for([
  '/data',
  '/data/',
  '/data/sso',
  '/data/sso/accounts',
  '/pw/nothing',
  '/pw/anything',
  '/summary',
  '/mobileapp/none',
  '/noti/x',
  '/saml/sso',
  '/oauth2',
  '/oauth2/token',
  '/oauth2/authorize/request-1',
])('there is no call at %s', async (path, { browser }) => {
  const { status, json, headers } = await browser.call('GET', path);
  expect(status).toBe(404);
  expect(json).toMatchObject({ status: 404, errCode: 'notFound' });
  expect(headers.get('Cache-Control')).toBe('no-store');
});

test.for([
  '/assets/missing.js',
  '/assets',
  '/robots.txt',
  '/first/x.png',
  '/.env',
  '/index.html',
  '/service-approval-ui/service-use-approval/other/a.b',
  '/service-approval-ui/service-use-approval/approval/a/b.c',
])('there is no file %s', async (path, { browser }) => {
  expect((await browser.visit(path)).status).toBe(404);
});

test.for([
  '/nope',
  '/nope.html',
  '/first/select.php',
  '/.//evil.example',
  '/data/xyz',
  '/pw',
  '/login/password',
  '/start',
  '/assets/missing.js',
  '/user/7/more',
])(
  'the unknown address %s shows the error page, but not to calls of scripts',
  async (path, { server: { browser, logged } }) => {
    const navigated = await browser().visit(path);
    expect([navigated.status, navigated.text.includes('munjigi-config')]).toEqual([404, true]);
    const acceptsHtml = await browser().request('GET', path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
    expect([acceptsHtml.status, acceptsHtml.text.includes('munjigi-config')]).toEqual([404, true]);
    for (const headers of [{ Accept: '*/*' }, { Accept: 'text/html', 'Sec-Fetch-Mode': 'cors' }]) {
      const answer = await browser().request('GET', path, { headers });
      expect([answer.status >= 404, Object.keys(answer.json)]).toEqual([
        true,
        ['status', 'errCode', 'message'],
      ]);
    }
    const isCall = ['/login/password', '/start', '/data/xyz', '/pw'].includes(path);
    if (!isCall) expect(logged.map(({ route }) => route)).not.toContain(path);
  },
);

test('an answer that is not a page has the strict policy and is not cached', async ({
  server: { browser },
}) => {
  for (const path of ['/summary/auth', '/nope', '/data/xyz']) {
    const { headers } = await browser().call('GET', path);
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('Cache-Control')).toBe('no-store');
  }
  const { headers } = await browser().request('PATCH', '/login', {});
  expect(headers.get('Cache-Control')).toBe('no-store');
});

test('a server failure is shown as a page to browser navigations', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { browser, portal } = await testServer();
  vi.spyOn(portal.sealedSessions, 'begin').mockImplementation(() => {
    throw new Error('database or disk is full');
  });
  const { status, text, headers } = await browser().visit('/login', { 'Accept-Language': 'en' });
  expect([status, headers.get('Content-Type')]).toEqual([500, 'text/html; charset=UTF-8']);
  expect(text).toContain('Something went wrong here');
  expect(text).not.toContain('disk');
});

test.for(['/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/assets/%2e%2e%2fapp.ts'])(
  '%s does not escape the built portal',
  async (path, { app }) => {
    expect((await app.request(path)).status).toBe(404);
  },
);

test.for(['POST', 'PUT', 'DELETE'])('a page refuses %s', async (method, { browser }) => {
  const { status, headers } = await browser.call(method, '/login', { body: {} });
  expect({ status, allow: headers.get('Allow') }).toEqual({ status: 405, allow: 'GET, HEAD' });
});

test('HEAD answers like GET, without the page', async ({ browser }) => {
  const { status, text, headers } = await browser.request('HEAD', '/login', {});
  expect({ status, text }).toEqual({ status: 200, text: '' });
  expect(headers.get('Content-Security-Policy')).not.toBeNull();
});

describe('the language of a page', () => {
  test.for([
    [{ 'Accept-Language': 'ko-KR,ko;q=0.9,en;q=0.8' }, 'ko'],
    [{ 'Accept-Language': 'en-US,en;q=0.9,ko;q=0.8' }, 'en'],
    [{ 'Accept-Language': 'fr-FR' }, 'en'],
    [{ 'Accept-Language': 'ja' }, 'en'],
    [{ 'Accept-Language': 'jp' }, 'ko'],
    [{}, 'ko'],
    [{ Cookie: 'language=en', 'Accept-Language': 'ko' }, 'en'],
    [{ Cookie: 'language=ko', 'Accept-Language': 'en' }, 'ko'],
    [{ Cookie: 'language=xx', 'Accept-Language': 'en' }, 'en'],
  ] as const)('for %j is %s', async ([headers, language], { browser }) => {
    const { text } = await browser.visit('/login', headers);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<title>${language === 'ko' ? '인증 포털' : 'Auth Portal'}</title>`);
  });

  test.for([
    ['<html><head></head></html>', '<html lang="en">'],
    ['<HTML class="x" lang="ko" dir="ltr"><head></head></HTML>', '<html lang="en" class="x" dir="ltr">'],
  ])('is written into %s', async ([template = '', expected]) => {
    expect(writePage(template, { ...EMPTY_PAGE, language: 'en' })).toContain(expected);
  });
});

test.for([
  ['ko', '/assets/ko-abc123.js'],
  ['en', '/assets/en-abc123.js'],
])('the texts in %s are requested with the page', async ([language = '', path], { browser }) => {
  const { text } = await browser.visit('/login', { 'Accept-Language': language });
  expect(text.match(/<link[^>]*>/g)).toEqual([`<link rel="modulepreload" crossorigin href="${path}">`]);
});

test('a page that may begin with a call preloads the script for calls', async ({ browser }) => {
  const { text } = await browser.visit('/redirect', { 'Accept-Language': 'en' });
  expect(text.match(/<link[^>]*>/g)).toEqual([
    '<link rel="modulepreload" crossorigin href="/assets/en-abc123.js">',
    '<link rel="modulepreload" crossorigin href="/assets/late-abc123.js">',
  ]);
});

describe('the configuration in the page', () => {
  test('contains exactly the values that the portal needs', async ({ clock, portal, browser: kim }) => {
    const { text } = await kim.visit('/first/select', { 'Accept-Language': 'en' });
    expect(configBlockOf(text)).toEqual({
      saas: false,
      phoneApp: 'web',
      appScheme: 'cubelogin',
      appName: 'cubelogin',
      appAsksMatch: true,
      ipUrl: 'http://localhost:8081/ip',
      parentOrigin: '',
      challengeKey: await challengeKeyOf(portal, kim),
      askedLanguage: '',
      serverTime: clock.now,
      sessionHeldMs: 29.5 * 60_000,
      timeZone: 'Asia/Seoul',
      defaultClient: 'demo-oidc',
      services: expect.arrayContaining([
        {
          name: { ko: '한빛 업무 포털', en: 'Hanbit Workspace' },
          url: 'http://localhost:8081/service/login',
        },
      ]),
      branding: { name: { ko: '문지기', en: 'Munjigi' } },
      known: {
        summary: null,
        client: {
          clientId: 'demo-oidc',
          config: {
            idOtp: true,
            passkey: true,
            qrCode: true,
            serviceName: 'Hanbit Workspace',
            displayContent: 'A demo service. Sign in with one of the demo accounts.',
          },
        },
      },
      login: null,
    });
  });

  test.for([
    ['ko', '', 'ko', 'the first language of the service that the portal has'],
    ['en', 'language=en', '', 'the choice of the person comes first'],
  ] as const)(
    'of a page in %s, for the cookie "%s", names "%s" as requested: %s',
    async ([language, cookie, askedLanguage], { engine, browser }) => {
      const uid = engine.beginRequest({ languages: ['de', 'ko-KR', 'en'] });
      const { text } = await browser.visit(`/redirect?uid=${uid}`, {
        'Accept-Language': 'en',
        ...(cookie && { Cookie: cookie }),
      });
      expect(text).toContain(`<html lang="${language}"`);
      expect(configBlockOf(text)).toMatchObject({ askedLanguage });
    },
  );

  test('contains no service in a frame, whose calls would have another session', async ({ browser }) => {
    const { text } = await browser.visit('/login', { 'Sec-Fetch-Dest': 'iframe' });
    expect(configBlockOf(text)).toMatchObject({ defaultClient: '' });
  });

  test('cannot close its element', async () => {
    const name = { ko: '</script><script>alert(1)</script>', en: '<!--<script>' };
    const { browser } = await testServer({ branding: { name, colors: { accent: '#123456' } } });
    const { text } = await browser().visit('/login');
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(configBlockOf(text).branding).toEqual({ name, colors: { accent: '#123456' } });
  });

  test('contains a text unchanged that looks like a replacement pattern', async () => {
    const name = { ko: "$& $' $1", en: '$$' };
    const { browser } = await testServer({ branding: { name } });
    expect(configBlockOf((await browser().visit('/login')).text).branding).toEqual({ name });
  });
});

test('another host name of this machine redirects to the public URL', async ({ app }) => {
  const response = await app.request('http://127.0.0.1:8080/redirect?uid=a%2Fb');
  expect({ status: response.status, location: response.headers.get('Location') }).toEqual({
    status: 307,
    location: `${PUBLIC_URL}/redirect?uid=a%2Fb`,
  });
  expect((await app.request('http://evil.example/login')).status).toBe(200);
  const behindProxy = await testServer({ publicUrl: 'https://localhost:8443', trustProxy: true });
  expect((await behindProxy.app.request('http://localhost:8443/login')).status).toBe(200);
});

describe('headers', () => {
  test('of a page restrict sources, forms and frames', async ({ browser }) => {
    const { headers } = await browser.visit('/first/select');
    expect(headers.get('Content-Security-Policy')).toBe(
      [
        "default-src 'none'",
        `script-src 'self' 'sha256-${createHash('sha256').update(EARLY_SCRIPT).digest('base64')}'`,
        `style-src 'self' 'sha256-${createHash('sha256').update('p{color:red}').digest('base64')}'`,
        "img-src 'self' data:",
        "connect-src 'self' http://localhost:8081",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('publickey-credentials-get=(self)'),
      vary: 'Accept-Encoding, Accept-Language, Cookie',
    });
    expect(headers.has('Strict-Transport-Security')).toBe(false);
  });

  test('follow the configuration', async () => {
    const { browser } = await testServer({
      publicUrl: 'https://login.example.com',
      ipUrl: 'https://ip.example.net/json?x=1',
      parentOrigin: 'https://parent.example.org',
      branding: {
        logo: { light: 'https://cdn.example.net/logo.svg', dark: 'https://dark.example.net/x.svg' },
      },
      clients: [serviceOf('shop', { branding: { logo: 'https://shop.example.net/logo.svg' } })],
    });
    const policyOf = async (path: string) =>
      (await browser().visit(path)).headers.get('Content-Security-Policy')?.split('; ');
    expect(await policyOf('/first')).toEqual(
      expect.arrayContaining([
        "connect-src 'self' https://ip.example.net",
        "img-src 'self' data: https://cdn.example.net https://dark.example.net https://shop.example.net",
        "frame-ancestors 'none'",
      ]),
    );
    expect(await policyOf('/authenticated')).toContain('frame-ancestors https://parent.example.org');
  });

  test('require https for a year, including subdomains', async () => {
    const { browser } = await testServer({ publicUrl: 'https://login.example.com' });
    expect((await browser().visit('/first')).headers.get('Strict-Transport-Security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });

  test('allow only the own origin to frame /authenticated without a configured parent', async () => {
    const { browser } = await testServer();
    expect((await browser().visit('/authenticated')).headers.get('Content-Security-Policy')).toContain(
      "frame-ancestors 'self'",
    );
  });

  test('of a call prevent caching', async ({ browser }) => {
    const { headers } = await browser.call('GET', '/summary/auth');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });
});

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

describe('files', () => {
  const HASHED_FILE = '/assets/index-abc123.js';

  test('with a hash in the name may be cached for a year', async ({ browser }) => {
    const { headers, text } = await browser.visit(HASHED_FILE);
    expect(text).toContain('console.log("portal");');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.getSetCookie()).toEqual([]);
  });

  test('without a hash in the name are revalidated', async ({ server: { browser } }) => {
    const first = await browser().visit('/favicon.svg');
    const etag = first.headers.get('ETag');
    expect(first.headers.get('Cache-Control')).toBe('no-cache');
    const second = await browser().visit('/favicon.svg', { 'If-None-Match': etag });
    expect({ status: second.status, text: second.text }).toEqual({ status: 304, text: '' });
  });

  test.for([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
  ] as const)('for "%s" are encoded with %s', async ([accepted, encoding], { app }) => {
    for (const [path, part] of [
      [HASHED_FILE, 'console.log("portal");'],
      ['/login', '<title>인증 포털</title>'],
    ] as const) {
      const response = await app.request(path, { headers: { 'Accept-Encoding': accepted } });
      expect(response.headers.get('Content-Encoding')).toBe(encoding);
      const bytes = Buffer.from(await response.arrayBuffer());
      const decode = encoding === null ? (plain: Buffer) => plain : DECODERS[encoding];
      expect(decode(bytes).toString()).toContain(part);
    }
  });
});
