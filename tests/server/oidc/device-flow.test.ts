import * as openid from 'openid-client';
import { afterAll, describe, expect, vi } from 'vitest';
import { testWithSetup } from '#tests/support/server/test.ts';
import { Browser } from './browser.ts';
import { discover } from './discover.ts';
import {
  BASIC_AUTH,
  browserSignedInAs,
  RELYING_PARTIES,
  setLogin,
  startEngineServer,
} from './engine-server.ts';

const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const server = await startEngineServer({
  clients: RELYING_PARTIES,
  extraConfig: { oidc: { deviceFlow: true } },
});
const config = await discover(server.origin);
afterAll(() => server.close());

const begin = () => openid.initiateDeviceAuthorization(config, { scope: 'openid email' });

/** The answer to the device: its tokens, or an error. */
const pollNow = (device_code: string) =>
  openid
    .genericGrantRequest(config, DEVICE_CODE_GRANT, { device_code })
    .catch((error: { error: string }) => error.error);

/** The answer to the device after it has waited for the required interval. */
function poll(device_code: string) {
  server.advance(5);
  return pollNow(device_code);
}

/** The requests of devices at the engine. */
const deviceRequests = () => {
  const { devices } = server.engine;
  if (!devices) throw new Error('This engine has no device codes');
  return devices;
};

/** Allows a code in a browser; returns the ID of the request that this begins. */
async function allow(browser: Browser, userCode: string): Promise<string> {
  const requester = { cookieHeader: browser.cookieHeader(server.origin), network: '203.0.113.7' };
  const allowed = await deviceRequests().allow(userCode, requester);
  if (typeof allowed === 'string') throw new Error(allowed);
  for (const cookie of allowed.cookies) browser.storeCookie(server.origin, cookie);
  return new URL(allowed.to, server.origin).searchParams.get('uid') ?? '';
}

const redirectOf = async (browser: Browser, address: string): Promise<string | null> =>
  (await browser.open(address)).headers.get('location');

const test = testWithSetup(begin);

describe('a device without a browser', () => {
  test.for([
    ['that is signed in', true],
    ['that is not', false],
  ] as const)(
    'is signed in by a browser %s, once',
    async ([, isKnown], { setup: { device_code, user_code } }) => {
      expect(user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
      expect(await poll(device_code)).toBe('authorization_pending');
      const browser = isKnown ? browserSignedInAs(server, 'kim') : new Browser();
      expect(await deviceRequests().find(user_code.toLowerCase().replace('-', ' '))).toEqual({
        clientId: 'rp',
        userCode: user_code,
        addressRange: expect.stringMatching(/^127\.0\.0\.\*$|^::\*$/),
      });
      expect(await poll(device_code)).toBe('authorization_pending');
      const uid = await allow(browser, user_code);
      const { resumeUrl, scopes } = (await server.engine.find(uid)) ?? {};
      expect([resumeUrl, scopes]).toEqual([`${server.origin}/activate/${uid}`, ['openid', 'email']]);
      if (!isKnown) {
        expect(await redirectOf(browser, `${resumeUrl}?noReauth=Y`)).toContain('/redirect');
        expect(await poll(device_code)).toBe('authorization_pending');
        setLogin(server, browser, 'kim');
      }
      expect(await redirectOf(browser, `${resumeUrl}?noReauth=Y`)).toBe('/activate?result=signedIn');
      expect(await deviceRequests().find(user_code)).toBe('used');
      const tokens = await poll(device_code);
      expect(typeof tokens !== 'string' && tokens.claims()).toMatchObject({ sub: 'kim', aud: 'rp' });
      expect(await poll(device_code)).toBe('invalid_grant');
    },
  );

  test('has to slow down when it polls too soon, and gets an error when its code has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { device_code } = await begin();
    expect(await poll(device_code)).toBe('authorization_pending');
    expect(await pollNow(device_code)).toBe('slow_down');
    expect(await poll(device_code)).toBe('slow_down');
    server.advance(15);
    expect(await pollNow(device_code)).toBe('authorization_pending');
    vi.setSystemTime(Date.now() + 601_000);
    expect(await pollNow(device_code)).toBe('expired_token');
    vi.useRealTimers();
  });

  test('is declined by its person, once', async ({ setup: { device_code, user_code } }) => {
    expect([await deviceRequests().decline(user_code), await deviceRequests().decline(user_code)]).toEqual([
      null,
      'used',
    ]);
    expect(await poll(device_code)).toBe('access_denied');
  });

  test('is allowed by one of three concurrent calls', async ({ setup: { user_code } }) => {
    const calls = [1, 2, 3].map(() => deviceRequests().allow(user_code, { cookieHeader: '', network: '' }));
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer === 'used')).toHaveLength(2);
  });

  test('has a code that no other browser can resume', async ({ setup: { device_code, user_code } }) => {
    const uid = await allow(new Browser(), user_code);
    const address = await redirectOf(
      browserSignedInAs(server, 'kim'),
      `${server.origin}/activate/${uid}?noReauth=Y`,
    );
    expect(address).toBe('/activate?result=failed');
    expect(await poll(device_code)).toBe('authorization_pending');
  });

  test('has a code that is expired after ten minutes, and another code is unknown', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { user_code } = await begin();
    vi.setSystemTime(Date.now() + 601_000);
    expect([await deviceRequests().find(user_code), await deviceRequests().find('BBBB-BBBB')]).toEqual([
      'expired',
      'unknown',
    ]);
    vi.useRealTimers();
  });
});

test('a service without the device flow in its configuration cannot use it', async () => {
  const serverWithoutDeviceFlow = await startEngineServer();
  const metadata = await (
    await fetch(`${serverWithoutDeviceFlow.origin}/.well-known/openid-configuration`)
  ).json();
  const body = new URLSearchParams({ scope: 'openid' });
  const answer = await fetch(metadata.device_authorization_endpoint, {
    method: 'POST',
    headers: BASIC_AUTH,
    body,
  });
  expect([answer.status, (await answer.json()).error]).toEqual([400, 'invalid_request']);
  await serverWithoutDeviceFlow.close();
});
