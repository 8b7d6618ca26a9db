import { expect } from 'vitest';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy, fetchPolicyId, passGate } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { statusAndErrCode } from './methods/steps.ts';

const N = 'N';
const Y = 'Y';

test('a policy check answers the policy of the ID, with masked contacts', async ({ browser }) => {
  const { status, json } = await checkPolicy(browser, 'kim');
  expect(status).toBe(200);
  expect(json).toEqual({
    status: 200,
    userId: 'kim',
    policyId: expect.stringMatching(/^standard\.[\w-]{12}$/),
    secondAuth: N,
    check: false,
    fixedToken: null,
    authMethod: {
      authType: 'other',
      emergencyCode: N,
      pw: Y,
      sms: N,
      internalMail: N,
      privateMail: N,
      hwOtp: N,
      yubikey: N,
      mobileOtp: N,
      push: N,
      fido2Token: N,
    },
    userToken: {
      phoneNumber: '010-****-6789',
      internalMail: 'ha********@hanbit.example',
      privateMail: 'sk*****@mail.example',
      otpCard: null,
      yubikeyFirst: null,
      yubikeySecond: null,
      mobileApp: null,
      fido2token: null,
    },
    userType: 'LOCAL',
    cubeLogin: { sms: N, qrCode: N, offline: N },
    selfAuth: { sms: Y, internalMail: Y, privateMail: Y, mobileOtp: N, push: N },
    secondTokenPriority: {},
    secondFixedToken: null,
    management: { setting: N },
  });
});

test('the policy check of lee allows every method, and masks the registered tokens', async ({ browser }) => {
  const { json } = await checkPolicy(browser, 'lee');
  const { authType, ...methods } = json['authMethod'] as Record<string, string>;
  expect(authType).toBe('otp');
  expect(new Set(Object.values(methods))).toEqual(new Set([Y]));
  expect(json['userToken']).toMatchObject({
    otpCard: { serialNumber: 'CA*****417' },
    yubikeyFirst: { publicId: 'cc******efgh' },
    yubikeySecond: null,
    mobileApp: { deviceName: 'Ga*****S26' },
    fido2token: null,
  });
  expect(json).toMatchObject({
    cubeLogin: { sms: Y, qrCode: Y, offline: Y, standard: Y },
    management: { setting: Y },
  });
});

test.for([
  ['nobody', 404, '000'],
  ['nam', 403, '016'],
  ['moon', 403, '016_2'],
  ['baek', 403, '016_3'],
] as const)('%s is refused with %i %s', async ([userId, status, errCode], { browser }) => {
  const answer = await checkPolicy(browser, userId);
  expect(answer.status).toBe(status);
  expect(answer.json).toEqual({ status, errCode, message: '' });
});

test('a policy check at an unknown client is refused', async ({ browser }) => {
  expect(statusAndErrCode(await checkPolicy(browser, 'kim', 'unheard-of'))).toEqual([403, '016_1']);
});

test('an unusable account is refused after the password, not at the ID entry', async () => {
  const { browser } = await testServer();
  for (const userId of ['choi', 'jung', 'han', 'shin', 'ryu']) {
    expect((await checkPolicy(browser(), userId)).status).toBe(200);
  }
});

test('a client id is the same with and without pipes', async () => {
  const piped = serviceOf('te|nant|1', { redirectUris: ['https://other.example/cb'] });
  const { browser } = await testServer({ clients: [piped] });
  expect((await checkPolicy(browser(), 'kim', 'tenant1')).status).toBe(200);
  expect((await checkPolicy(browser(), 'kim', 'te|nant|1')).status).toBe(200);
});

test.for([
  {},
  { userId: 'kim' },
  { userId: '', clientId: 'demo-oidc' },
  { userId: 1, clientId: 'demo-oidc' },
  [],
])('a body of %j is malformed', async (body, { browser }) => {
  expect(statusAndErrCode(await browser.call('POST', '/auth/policy/check', { body }))).toEqual([
    400,
    'malformed',
  ]);
});

test.for(['__proto__', 'constructor', "kim' OR 1=1 --", 'k im', 'k'.repeat(2000)])(
  '%j is answered as an unknown account',
  async (userId, { browser }) => {
    expect((await checkPolicy(browser, userId)).json['errCode']).toBe('000');
  },
);

test("a policy check and the password gate mark the progress of the session's request", async () => {
  const { browser, engine } = await testServer();
  const id = engine.beginRequest();
  const hong = browser();
  await hong.visit(`/redirect?uid=${id}`);
  await checkPolicy(browser(), 'hong');
  expect(engine.progressLog).toEqual([]);
  const policyId = await fetchPolicyId(hong, 'hong');
  expect(engine.progressLog).toEqual([`${id} checked`]);
  expect((await passGate(hong, 'hong', policyId, 'wrong')).status).toBe(400);
  expect(engine.progressLog).toEqual([`${id} checked`]);
  expect((await passGate(hong, 'hong', policyId)).status).toBe(200);
  expect(engine.progressLog).toEqual([`${id} checked`, `${id} proved`]);
});
