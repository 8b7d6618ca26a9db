import { expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { loginParameters } from '#cases/samples.ts';
import type { LoginCall } from '#machines/shared/login.ts';
import { secondFactorPorts } from '#src/ports/second-factor.ts';
import { clientWith } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { decodeUserPassword } from '#wire/user-password.ts';

const network = openNetwork();
const PARAMETERS = loginParameters({
  step: 'second',
  clientId: 'demo',
  accessToken: 'second-1',
  firstFixed: 'YN',
  redirect: '/r',
});

type SentRequest = { line: string; headers: Headers; body: Record<string, string> | null };

/** The ports of the second step of `park`, and the requests that they send. */
function open() {
  const sent: SentRequest[] = [];
  let expiryCount = 0;
  network.answer(async (request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    sent.push({
      line: `${request.method} ${pathname}${search}`,
      headers: request.headers,
      body: text === '' ? null : JSON.parse(text),
    });
    return Response.json({ status: 401, errCode: 'notAuthorized', message: '' }, { status: 401 });
  });
  const client = clientWith({
    accessToken: () => 'send-1',
    onSessionExpired: () => {
      expiryCount += 1;
    },
  });
  const ports = secondFactorPorts({
    pageWindow: { location: { hostname: 'portal.example' } } as unknown as Window,
    client,
    now: () => 7,
    purpose: async (purpose) => purpose,
    ip: () => '203.0.113.7',
  });
  const run = async (logic: AnyActorLogic, input: object) => {
    const answer = await toPromise(createActor(logic, { input }).start());
    return { answer, call: sent.at(-1), expiryCount };
  };
  return { ports, run, sent };
}

/** The input of a login by a verified method. */
const loginCall = (tokenCode: TypeCode, secret: string, always = true): LoginCall => ({
  ...PARAMETERS,
  userId: 'park',
  tokenCode,
  secret,
  boxes: { always, alwaysSend: false },
});

const authorizationOf = (call: SentRequest | undefined) => [
  call?.headers.get('auth'),
  call?.headers.get('authorization'),
];

it.each([
  ['password', loginCall('-1', 'pw'), { tokenCode: '-1', secret: 'pw', check: '' }],
  ['code', loginCall('7', '1'), { tokenCode: '7', secret: '1', check: '' }],
  ['sentCode', loginCall('2', '2'), { tokenCode: '2', secret: '2', check: '' }],
  ['push', { ...loginCall('10', 'p-1'), check: 'A' }, { tokenCode: '10', secret: 'p-1', check: 'A' }],
  ['qr', { ...loginCall('11', 'q-1'), check: 'A' }, { tokenCode: '11', secret: 'q-1', check: 'A' }],
  ['passkey', loginCall('12', 'a-1'), { tokenCode: '12', secret: 'a-1', check: '' }],
] as const)('%s completes the login with the values of the second step', async (flow, input, expected) => {
  const { ports, run } = open();
  const { call, expiryCount } = await run(ports[flow].logIn, input);
  expect(call?.line).toBe('POST /authenticate');
  expect(decodeUserPassword(call?.body?.['userPassword'] ?? '')).toEqual({
    step: '2',
    accessToken: 'second-1',
    clientId: 'demo',
    type: 'oidc',
    mode: 'web',
    ip: '203.0.113.7',
    policyId: 'policy-1',
    fixed: 'Y',
    firstFixed: 'YN',
    redirect: '/r',
    ...expected,
  });
  expect(expiryCount).toBe(0);
});

it('an unchecked box is sent as N', async () => {
  const { ports, run } = open();
  const { call } = await run(ports.code.logIn, loginCall('7', '1', false));
  expect(decodeUserPassword(call?.body?.['userPassword'] ?? '')).toMatchObject({ fixed: 'N' });
});

it('a push and a QR code are polled with the second token, without a query', async () => {
  const { ports, run, sent } = open();
  await run(ports.push.checkPush, { id: 'p/1', clientId: 'demo', token: 'second-1' });
  await run(ports.push.withdrawPush, { id: 'p/1', clientId: 'demo', token: 'second-1' });
  await run(ports.qr.checkQr, { qrId: 'q/1', clientId: 'demo', token: 'second-1' });
  expect(sent.map(({ line }) => line)).toEqual([
    'GET /data/mobileapp/push/check/p%2F1',
    'DELETE /data/mobileapp/push/p%2F1',
    'GET /data/mobileapp/qr/check/q%2F1',
  ]);
  expect(sent.map(authorizationOf)).toEqual(Array(3).fill(['Bearer second-1', 'Bearer send-1']));
});

it('a QR code is requested for the person', async () => {
  const { ports, run } = open();
  const { call } = await run(ports.qr.createQr, { userId: 'park', appName: '' });
  expect(call?.line).toBe('GET /mobileapp/qr?userId=park&appName=');
});

it('a QR code is requested for the app in which the portal is open', async () => {
  const { ports, run } = open();
  const { call } = await run(ports.qr.createQr, { userId: 'park', appName: 'cubelogin' });
  expect(call?.line).toBe('GET /mobileapp/qr?userId=park&appName=cubelogin');
});

it('an assertion is started by the call of the second step', async () => {
  const { ports, run } = open();
  const { call } = await run(ports.passkey.startAssertion, { userId: 'park', clientId: 'demo' });
  expect([call?.line, call?.body]).toEqual([
    'POST /auth/oauth2/mfa/check',
    { userId: 'park', otpTypeCode: '12', portalType: 'user', fidoStatus: 'start', clientId: 'demo' },
  ]);
});

it('a refusal of the call that saves the default does not end the session', async () => {
  const { ports, run } = open();
  const { call, expiryCount } = await run(ports.saveDefault, { userId: 'park', type: 'oidc', code: '98' });
  expect([call?.line, call?.body, expiryCount]).toEqual([
    'POST /data/portal/default',
    { type: 'oidc', userId: 'park', default: '98' },
    0,
  ]);
});
