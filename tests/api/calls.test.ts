import { describe, expect, it } from 'vitest';
import { fetchAccount, fetchPasswordSecurity } from '#src/api/account-settings.ts';
import type { Client } from '#src/api/client.ts';
import { authenticate, proveFirstOfTwo, provePassword } from '#src/api/login.ts';
import { startAssertion, startAssertionWithoutId } from '#src/api/passkey.ts';
import { checkPolicy } from '#src/api/policy.ts';
import { fetchPortalDomain } from '#src/api/portal-domain.ts';
import { checkPush, requestPush, withdrawPush } from '#src/api/push.ts';
import { checkQr, requestQr } from '#src/api/qr.ts';
import { fetchAuthSummary, fetchClientConfig } from '#src/api/summary.ts';
import { clientWith, PORTAL_ORIGIN } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';

const network = openNetwork();
const { signal } = new AbortController();
const userPassword = {
  step: '1',
  secret: 'a|b',
  clientId: 'c',
  accessToken: '',
  tokenCode: '-1',
  type: 'oidc',
  mode: 'web',
  policyId: 'p',
  fixed: 'N',
  alwaysSend: 'N',
  ip: '',
  check: '',
  redirect: '',
} as const;

/** The lines and bodies of the requests that `call` makes, and its result for `answer`. */
async function record(call: (client: Client) => Promise<unknown>, answer: object) {
  network.answer(() => Response.json(answer));
  const result = await call(clientWith());
  const sent = await Promise.all(
    network.requests.map(async (request) => [
      `${request.method} ${request.url.slice(PORTAL_ORIGIN.length)}`,
      await request.text(),
    ]),
  );
  return { sent, result };
}

const REQUEST = { challenge: 'c-1', rpId: 'portal.example' };
const ASSERTION = { assertionRequest: { publicKeyCredentialRequestOptions: REQUEST } };
const PUSH = { pushId: 'AB/CD', clientId: 'c' };

describe('the request and the result are as specified for', () => {
  it.each<[string, (client: Client) => Promise<unknown>, object, readonly [string, string], unknown]>([
    [
      'a push',
      (client) => requestPush(client, { userId: '김', clientId: 'c', ip: '::1', content: '확인' }, signal),
      { pushId: 'p-1', period: 60 },
      [
        'POST /mobileapp/push/%EA%B9%80?clientId=c&ip=%3A%3A1',
        '{"userId":"김","clientId":"c","content":"확인"}',
      ],
      { pushId: 'p-1', period: 60_000, notified: true },
    ],
    [
      'a poll of a push',
      (client) => checkPush(client, PUSH, 17, signal),
      { check: 'X' },
      ['GET /data/sso/mobileapp/push/check/AB%2FCD?time=17&clientId=c', ''],
      'X',
    ],
    [
      'the withdrawal of a push',
      (client) => withdrawPush(client, PUSH, signal),
      { status: 200 },
      ['DELETE /data/sso/mobileapp/push/AB%2FCD?clientId=c', ''],
      undefined,
    ],
    [
      'a QR code',
      (client) => requestQr(client, '::1', signal),
      { qrId: 'q-1', qr: 'munjigi://qr/q-1' },
      ['GET /mobileapp/qr?ip=%3A%3A1', ''],
      { qrId: 'q-1', qr: 'munjigi://qr/q-1' },
    ],
    [
      'a poll of a QR code',
      (client) => checkQr(client, { qrId: 'q/1', clientId: 'c', time: 17 }, signal),
      { check: 'A', userId: 'lim' },
      ['GET /data/sso/mobileapp/qr/check/q%2F1?clientId=c&time=17', ''],
      { check: 'A', userId: 'lim' },
    ],
    [
      'an assertion of an unknown person',
      (client) => startAssertionWithoutId(client, { clientId: 'c' }, signal),
      ASSERTION,
      ['POST /auth/login/fido', '{"clientId":"c","fidoStatus":"start"}'],
      REQUEST,
    ],
    [
      'an assertion of a person',
      (client) => startAssertion(client, { clientId: 'c', userId: 'oh' }, signal),
      ASSERTION,
      ['POST /auth/login/oidc', '{"clientId":"c","userId":"oh","type":"12","fidoStatus":"start"}'],
      REQUEST,
    ],
  ])('%s', async (_name, call, answer, sent, value) => {
    expect(await record(call, answer)).toEqual({ sent: [sent], result: { ok: true, value } });
  });

  it.each<[string, (client: Client) => Promise<unknown>]>([
    ['push ID', (client) => requestPush(client, { userId: 'a', clientId: 'c', ip: '', content: '' }, signal)],
    ['state of a push', (client) => checkPush(client, PUSH, 17, signal)],
    ['picture of a QR code', (client) => requestQr(client, '', signal)],
    ['state of a QR code', (client) => checkQr(client, { qrId: 'q', clientId: 'c', time: 1 }, signal)],
    ['challenge of a passkey', (client) => startAssertionWithoutId(client, { clientId: 'c' }, signal)],
  ])('an answer without a %s is malformed', async (_name, call) => {
    const { result } = await record(call, { status: 200 });
    expect(result).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
  });
});

it.each([
  [2331, true],
  [2332, false],
])('a text of %i bytes for a QR code is accepted: %s', async (bytes, ok) => {
  const answer = { status: 200, qrId: 'q', qr: 'a'.repeat(bytes) };
  const { result } = await record((client) => requestQr(client, '', signal), answer);
  expect(result).toMatchObject({ ok });
});

describe('a call of section 7', () => {
  it.each<[string, (client: Client) => Promise<unknown>, object, string, unknown]>([
    [
      'auth summary',
      (client) => fetchAuthSummary(client, signal),
      { clientId: 'c' },
      'GET /summary/auth',
      expect.objectContaining({ clientId: 'c' }),
    ],
    [
      'portal domain',
      (client) => fetchPortalDomain(client, signal),
      { url: PORTAL_ORIGIN },
      'GET /summary/domain/portal',
      PORTAL_ORIGIN,
    ],
    [
      'client config',
      (client) => fetchClientConfig(client, 'a/b', signal),
      { idOtp: '1' },
      'GET /data/sso/config/a%2Fb',
      expect.objectContaining({ idOtp: true }),
    ],
    [
      'password security',
      (client) => fetchPasswordSecurity(client, 'a&b', signal),
      { data: [{ passwordReuseLimit: 3 }] },
      'GET /data/sso/setting/password-security?clientId=a%26b',
      expect.objectContaining({ passwordReuseLimit: 3 }),
    ],
    [
      'account',
      (client) => fetchAccount(client, { userId: '김', clientId: 'c' }, signal),
      { setPasswordFlag: 'Y' },
      'GET /data/sso/accounts/%EA%B9%80?clientId=c',
      expect.objectContaining({ canSetPassword: true }),
    ],
  ])('has the specified request and result: %s', async (_name, call, answer, line, value) => {
    expect(await record(call, answer)).toEqual({ sent: [[line, '']], result: { ok: true, value } });
  });

  it('sends ID and service for the policy check, and reads the policy', async () => {
    const { sent, result } = await record(
      (client) => checkPolicy(client, { userId: 'kim', clientId: 'c' }, signal),
      { policyId: 'p', authMethod: {} },
    );
    expect(sent).toEqual([['POST /auth/policy/check', '{"userId":"kim","clientId":"c"}']]);
    expect(result).toMatchObject({ ok: true, value: { userId: '', policy: { policyId: 'p' } } });
  });

  it('sends no service for the policy check when none is known', async () => {
    const { sent } = await record((client) => checkPolicy(client, { userId: 'kim', clientId: '' }, signal), {
      policyId: 'p',
      authMethod: {},
    });
    expect(sent).toEqual([['POST /auth/policy/check', '{"userId":"kim"}']]);
  });

  it('sends the plain password at the password gate', async () => {
    const proof = {
      userId: 'kim',
      userPassword: ' a|b ',
      clientId: 'c',
      selfAuthFlag: 'N',
      policyId: 'p',
    } as const;
    const { sent, result } = await record((client) => provePassword(client, proof, signal), {
      accessToken: 't',
    });
    expect(sent).toEqual([
      [
        'POST /login/password',
        '{"userId":"kim","userPassword":" a|b ","clientId":"c","selfAuthFlag":"N","policyId":"p"}',
      ],
    ]);
    expect(result).toMatchObject({ ok: true, value: { accessToken: 't' } });
  });

  it.each([
    [
      { secondToken: 's', accessToken: 'a' },
      { secondToken: 's', accessToken: 'a' },
    ],
    [{ secondToken: 's' }, { secondToken: 's', accessToken: 's' }],
    [{ accessToken: 'a' }, { secondToken: 'a', accessToken: 'a' }],
    [
      { accessToken: 'a', secondTokenPriority: { pw: '2', hwOtp: 1, sms: 9 } },
      { secondToken: 'a', secondTokenPriority: { password: 2, otpCard: 1 } },
    ],
  ])('reads the tokens of the first of two steps from %j', async (answer, tokens) => {
    const proof = { clientId: 'c', userId: 'park', type: '-1', otp: ' a|b ', fidoStatus: '' } as const;
    const { sent, result } = await record((client) => proveFirstOfTwo(client, proof, signal), answer);
    expect(sent).toEqual([
      ['POST /login/oidc', '{"clientId":"c","userId":"park","type":"-1","otp":" a|b ","fidoStatus":""}'],
    ]);
    expect(result).toMatchObject({ ok: true, value: tokens });
  });

  it('treats an answer to the first of two steps as malformed without a token', async () => {
    const proof = { clientId: 'c', userId: 'park', type: '-1', otp: 'x', fidoStatus: '' } as const;
    const { result } = await record((client) => proveFirstOfTwo(client, proof, signal), { to: '/x' });
    expect(result).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
  });

  it('sends the joined userPassword at a login', async () => {
    const { sent, result } = await record(
      (client) => authenticate(client, { userId: 'kim', userPassword }, signal),
      { to: '/x' },
    );
    expect(sent).toEqual([
      ['POST /authenticate', '{"userId":"kim","userPassword":"a|b|c||1|-1|oidc|web|p|N|N|||||"}'],
    ]);
    expect(result).toMatchObject({ ok: true, value: { to: '/x' } });
  });

  it.each<[string, (client: Client) => Promise<unknown>, string]>([
    [
      'a client ID that is no path segment',
      (client) => fetchClientConfig(client, '', signal),
      'PathValueError',
    ],
    [
      'a user ID that is no path segment',
      (client) => fetchAccount(client, { userId: '..', clientId: 'c' }, signal),
      'PathValueError',
    ],
    [
      'a pipe in a value of userPassword',
      (client) =>
        authenticate(client, { userId: 'kim', userPassword: { ...userPassword, ip: '1|2' } }, signal),
      'PipeInValueError',
    ],
  ])('rejects %s before anything is sent', async (_case, call, name) => {
    let callCount = 0;
    const client: Client = {
      call: () => {
        callCount += 1;
        return Promise.reject(new Error('sent'));
      },
    };
    await expect(call(client)).rejects.toMatchObject({ name });
    expect(callCount).toBe(0);
  });
});
