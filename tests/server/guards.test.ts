import { describe, expect, vi } from 'vitest';
import { StorageUnavailableError } from '#server/storage/unavailable.ts';
import { hasValidChallenge } from '#tests/support/server/browser.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { testServer } from '#tests/support/server/server.ts';
import { challengeKeyOf } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { enterWithPush, pollPush } from './methods/push-setup.ts';
import { statusAndErrCode } from './methods/steps.ts';

const BODY = { userId: 'kim', clientId: 'demo-oidc' };
const STATE_CHANGING_PATHS = ['/auth/policy/check', '/login/password', '/authenticate'];

describe.for(STATE_CHANGING_PATHS)('POST %s', (path) => {
  test.for([
    ['without X-Language', { 'X-Language': null }, 400, 'noLanguage'],
    ['of a foreign origin', { Origin: 'https://evil.example' }, 403, 'foreignOrigin'],
    ['of the same host on another port', { Origin: 'http://localhost:8081' }, 403, 'foreignOrigin'],
    ['of an opaque origin', { Origin: 'null' }, 403, 'foreignOrigin'],
    ['across sites', { Origin: null, 'Sec-Fetch-Site': 'cross-site' }, 403, 'foreignOrigin'],
    ['across origins of a site', { Origin: null, 'Sec-Fetch-Site': 'same-site' }, 403, 'foreignOrigin'],
    ['as a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415, 'notJson'],
    ['as text', { 'Content-Type': 'text/plain' }, 415, 'notJson'],
    ['without a content type', { 'Content-Type': null }, 415, 'notJson'],
    ['as a type that only begins like JSON', { 'Content-Type': 'application/jsonp' }, 415, 'notJson'],
  ] as const)('%s is refused', async ([, headers, status, errCode], { browser }) => {
    const answer = await browser.call('POST', path, { body: BODY, headers });
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ status, errCode, message: expect.stringMatching(/\.$/) });
  });

  test.for(['', '{', 'null', '"text"', '[1]', '{"userId":'])(
    'with the body %j is refused as malformed',
    async (body) => {
      const { browser } = await testServer();
      expect(statusAndErrCode(await browser().call('POST', path, { body }))).toEqual([400, 'malformed']);
    },
  );

  test.for([
    ['with its length', true],
    ['without its length', false],
  ] as const)(
    'with a body of more than 16 kB, sent %s, is refused as too large',
    async ([, hasLength], { app }) => {
      const text = JSON.stringify({ ...BODY, userPassword: 'x'.repeat(16 * 1024) });
      const body = hasLength ? text : new Blob([text]).stream();
      const response = await app.request(path, {
        method: 'POST',
        body,
        headers: {
          'X-Language': 'en',
          'Content-Type': 'application/json',
          ...(hasLength && { 'Content-Length': String(text.length) }),
        },
        ...(!hasLength && { duplex: 'half' }),
      } as RequestInit);
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ status: 413, errCode: 'tooLarge' });
    },
  );

  test.for(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'refuses the method %s',
    async (method, { browser }) => {
      const { status, headers, json } = await browser.call(method, path);
      expect({ status, allow: headers.get('Allow'), errCode: json['errCode'] }).toEqual({
        status: 405,
        allow: 'POST',
        errCode: 'wrongMethod',
      });
    },
  );
});

describe('DELETE', () => {
  const withdrawPush = async (headers: Readonly<Record<string, string | null>>) => {
    const { lim, pushId } = await enterWithPush();
    const path = `/data/sso/mobileapp/push/${pushId}?clientId=demo-oidc`;
    const { status, json } = await lim.browser.call('DELETE', path, { headers });
    return { status, errCode: json['errCode'], check: await pollPush(lim, pushId) };
  };

  test.for([null, 'application/json'])('is accepted with the content type %j', async (type) => {
    expect(await withdrawPush({ 'Content-Type': type })).toEqual({ status: 200, check: 'O' });
  });

  test.for([
    ['without X-Language', { 'X-Language': null }, 400, 'noLanguage'],
    ['of a foreign origin', { Origin: 'https://evil.example' }, 403, 'foreignOrigin'],
    ['across sites', { Origin: null, 'Sec-Fetch-Site': 'cross-site' }, 403, 'foreignOrigin'],
    ['as text', { 'Content-Type': 'text/plain' }, 415, 'notJson'],
    ['as an empty type', { 'Content-Type': '' }, 415, 'notJson'],
  ] as const)('%s changes nothing', async ([, headers, status, errCode]) => {
    expect(await withdrawPush({ 'Content-Type': null, ...headers })).toEqual({ status, errCode, check: 'X' });
  });
});

test('a charset in the content type is accepted', async ({ browser }) => {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  expect((await browser.call('POST', '/auth/policy/check', { body: BODY, headers })).status).toBe(200);
});

test('a request without Origin and Sec-Fetch-Site is accepted with X-Language', async ({ browser }) => {
  const headers = { Origin: null, 'Sec-Fetch-Site': null };
  expect((await browser.call('POST', '/auth/policy/check', { body: BODY, headers })).status).toBe(200);
});

test.for(['/summary/auth', '/summary/domain/portal', '/data/sso/config/demo-oidc', '/data/sso/accounts/kim'])(
  'POST %s is refused, and GET and HEAD are named as allowed',
  async (path, { browser }) => {
    const { status, headers } = await browser.call('POST', path, { body: {} });
    expect({ status, allow: headers.get('Allow') }).toEqual({ status: 405, allow: 'HEAD, GET' });
  },
);

test('no other site is allowed to read an answer', async ({ browser }) => {
  const { headers } = await browser.call('GET', '/summary/auth', {
    headers: { Origin: 'https://evil.example' },
  });
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
});

test('an internal error is logged, and answered without its cause and with a challenge token', async () => {
  const errorLog = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const engine = fakeEngine();
  const { browser, portal } = await testServer({}, engine);
  const kim = browser();
  await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
  const cause = new Error('the disk is full');
  vi.spyOn(engine, 'find').mockRejectedValue(cause);

  const answer = await kim.call('GET', '/summary/auth');
  expect(answer.status).toBe(500);
  expect(answer.json).toEqual({
    status: 500,
    errCode: '500',
    message: 'Something went wrong on the server. Try again in a moment.',
  });
  expect(hasValidChallenge(answer, (await challengeKeyOf(portal, kim)) ?? '')).toBe(true);
  expect(errorLog).toHaveBeenCalledWith(cause);
});

test('the log contains no queries and no IDs', async ({ server: { browser, logged } }) => {
  await browser().call('GET', '/data/sso/accounts/kim?clientId=secret');
  await browser().visit('/service-approval-ui/service-use-approval/approval/ak.secret');
  await browser().visit('/password?ak=secret');
  await browser().call('POST', '/pw/secret', { body: {} });
  expect(logged.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
    'GET /data/sso/accounts/:userId 404',
    'GET /service-approval-ui/service-use-approval/approval/:ak 303',
    'GET /password 200',
    'POST /pw/* 404',
  ]);
});

test.each([
  ['an error of the server', () => new Error('the disk is full'), 1],
  [
    'a lost database, which is logged where the connection is lost',
    () => new StorageUnavailableError(new Error('gone')),
    0,
  ],
])('a page request during %s is answered with an error page', async (_, createError, logCount) => {
  const errorLog = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const engine = fakeEngine();
  const kim = (await testServer({}, engine)).browser();
  await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
  const cause = createError();
  vi.spyOn(engine, 'find').mockRejectedValue(cause);
  const { status, headers } = await kim.visit('/first');
  expect(status).toBeGreaterThanOrEqual(500);
  expect(headers.get('Content-Type')).toMatch(/^text\/html;/);
  expect(errorLog.mock.calls.filter(([error]) => error === cause)).toHaveLength(logCount);
});

test.each([
  ['ko', 'en', '한빛 업무 포털'],
  ['en', 'ko', 'Hanbit Workspace'],
])(
  'a call with X-Language %s is answered in that language, although the browser prefers %s',
  async (language, other, name) => {
    const { browser } = await testServer();
    const { json } = await browser().call('GET', '/data/sso/config/demo-oidc', {
      headers: { 'X-Language': language, 'Accept-Language': other },
    });
    expect(json['serviceName']).toBe(name);
  },
);
