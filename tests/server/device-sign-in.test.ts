import { expect, it } from 'vitest';
import type { DeviceRefusal, DeviceRequests } from '#server/login/engine.ts';
import { renderFirstScreen, runPortal } from '#src/server-portal.tsx';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { FormBrowser } from '#tests/support/server/form-browser.ts';
import { testServer, testSite } from '#tests/support/server/server.ts';
import { statusAndErrCode } from './methods/steps.ts';

const PATH = '/data/portal/device-sign-in';
const USER_CODE = 'BCDF-GHJK';

/** A server with one waiting device; with `refusal`, its engine refuses the code of that device. */
async function startServer(refusal: DeviceRefusal | null = null) {
  const declined: string[] = [];
  const forKnownCode = <Value>(code: string, value: Value): Value | DeviceRefusal =>
    code.toUpperCase().replace(/[^A-Z]/g, '') === 'BCDFGHJK' ? (refusal ?? value) : 'unknown';
  const devices: DeviceRequests = {
    find: async (code) =>
      forKnownCode(code, { clientId: 'demo-oidc', userCode: USER_CODE, addressRange: '203.0.113.*' }),
    allow: async (code) =>
      forKnownCode(code, { to: '/redirect?uid=request-1', cookies: ['resume=request-1; Path=/'] }),
    async decline(code) {
      declined.push(code);
      return forKnownCode(code, null);
    },
  };
  const site = testSite({ renderFirstScreen, runPortal });
  const server = await testServer({}, { ...fakeEngine(), devices }, {}, undefined, site);
  return { ...server, declined };
}

it('the calls return the code, address range and service of the device, in the language of the page, and the address of its sign-in', async () => {
  const browser = (await startServer()).browser();
  const call = (path: string, language = 'en') =>
    browser.call('POST', `${PATH}${path}`, {
      body: { userCode: 'bcdfghjk' },
      headers: { 'X-Language': language },
    });
  expect((await call('')).json).toMatchObject({ userCode: USER_CODE, addressRange: '203.0.113.*' });
  expect((await call('')).json['serviceName']).not.toBe((await call('', 'ko')).json['serviceName']);
  expect((await call('/allow')).json['to']).toBe('/redirect?uid=request-1');
  expect(browser.cookies.get('resume')).toBe('request-1');
});

it.each([
  ['unknown', 404, 'deviceCodeUnknown'],
  ['expired', 404, 'deviceCodeExpired'],
  ['used', 409, 'deviceCodeUsed'],
] as const)('a code that is %s is refused by all three calls', async (refusal, status, errCode) => {
  const browser = (await startServer(refusal)).browser();
  for (const path of ['', '/allow', '/decline']) {
    expect(
      statusAndErrCode(await browser.call('POST', `${PATH}${path}`, { body: { userCode: USER_CODE } })),
    ).toEqual([status, errCode]);
  }
});

it('an address may enter twenty wrong codes in ten minutes; a call from another site is refused', async () => {
  const server = await startServer();
  const browser = server.browser();
  const statusOf = async (userCode: string, headers = {}) =>
    (await browser.call('POST', PATH, { body: { userCode }, headers })).status;
  expect(await statusOf(USER_CODE, { Origin: 'https://other.example', 'Sec-Fetch-Site': 'cross-site' })).toBe(
    403,
  );
  for (const _attempt of [1, 2, 3]) expect(await statusOf(USER_CODE)).toBe(200);
  const guesses = await Promise.all(Array.from({ length: 25 }, () => statusOf('BBBB-BBBB')));
  expect(guesses.filter((status) => status === 429)).toHaveLength(5);
  expect(await statusOf(USER_CODE)).toBe(429);
  server.wait(10 * 60_000 + 1);
  expect(await statusOf(USER_CODE)).toBe(200);
});

it('the device is declined and allowed without scripts', async () => {
  const server = await startServer();
  const form = new FormBrowser(server.browser());
  await form.open(`/activate?user_code=${USER_CODE}`);
  expect([form.heading, form.html.includes(`value="${USER_CODE}"`)]).toEqual(['기기의 코드 입력', true]);
  await form.press('다음', { deviceCode: '' });
  expect(form.text).toContain('코드를 입력해 주세요.');
  await form.press('다음', { deviceCode: 'BBBB-BBBB' });
  expect(form.text).toContain('이 코드를 찾을 수 없어요.');
  await form.press('다음', { deviceCode: 'bcdf ghjk' });
  expect(form.text).toContain('203.0.113.*');
  await form.press('거절하기');
  expect([form.heading, server.declined]).toEqual(['기기의 로그인을 거절했어요', [USER_CODE]]);
  expect(form.title).toBe('기기의 로그인을 거절했어요 · 문지기');
  await form.press('다른 코드 입력');
  await form.press('다음', { deviceCode: USER_CODE });
  await form.press('코드가 같아요, 계속');
  const redirects = form.answers.map(({ headers, text }) => [
    headers.get('location'),
    headers.get('refresh'),
    text,
  ]);
  expect(JSON.stringify(redirects)).toContain('/redirect?uid=request-1');
});
