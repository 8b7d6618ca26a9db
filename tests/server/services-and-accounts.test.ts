import { expect } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { openLink, sendPasswordLink } from '#tests/support/server/passwords.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy, fetchPolicyId, passGate, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { statusAndErrCode } from './methods/steps.ts';

test.for([
  ['ko', '한빛 업무 포털'],
  ['en', 'Hanbit Workspace'],
  ['jp', '한빛 업무 포털'],
  ['fr', 'Hanbit Workspace'],
])(
  'the configuration of a service has its name for the language %s: %s',
  async ([language = '', serviceName], { browser }) => {
    const { json } = await browser.call('GET', '/data/sso/config/demo-oidc', {
      headers: { 'X-Language': language },
    });
    expect(json).toEqual({
      status: 200,
      idOtp: '1',
      passkey: '1',
      qrCode: '1',
      serviceName,
      displayContent: expect.stringMatching(/./),
    });
  },
);

test('flags of a service are digits', async () => {
  const client = serviceOf('other', { idOtp: false, passkey: true, qrCode: true });
  const { browser } = await testServer({ clients: [client] });
  const { json } = await browser().call('GET', '/data/sso/config/other');
  expect(json).toMatchObject({ idOtp: '0', passkey: '1', qrCode: '1' });
});

test('an unknown service has no configuration', async ({ server: { browser } }) => {
  for (const path of ['/data/sso/config/unknown', '/data/sso/setting/password-security?clientId=unknown']) {
    expect(statusAndErrCode(await browser().call('GET', path))).toEqual([404, '016_1']);
  }
});

test('the password security setting is the first element of data', async () => {
  const { browser } = await testServer({ passwordSecurity: { push: false, passwordReuseLimit: 5 } });
  const { json } = await browser().call('GET', '/data/sso/setting/password-security?clientId=demo-oidc');
  expect(json).toEqual({
    status: 200,
    data: [
      {
        sms: 'Y',
        internalMail: 'Y',
        privateMail: 'Y',
        mobileOtp: 'Y',
        push: 'N',
        selfAuthMethodWhenPwChange: 'selfAuthOrQnA',
        passwordReuseLimit: 5,
        provideAuthPortalPwChange: 'Y',
      },
    ],
  });
});

test('a service may have a password security setting of its own', async () => {
  const client = serviceOf('other', { passwordSecurity: { selfAuthMethodWhenPwChange: 'QnA' } });
  const { browser } = await testServer({ clients: [client] });
  const { json } = await browser().call('GET', '/data/sso/setting/password-security?clientId=other');
  expect(json['data']).toMatchObject([{ selfAuthMethodWhenPwChange: 'QnA' }]);
});

const accountPath = (userId: string, clientId = 'demo-oidc') =>
  `/data/sso/accounts/${userId}?clientId=${clientId}`;

test('an account is shown masked to the session that has entered its ID', async ({ browser: kim }) => {
  await checkPolicy(kim, 'kim');
  const { status, json } = await kim.call('GET', accountPath('kim'));
  expect(status).toBe(200);
  expect(json).toEqual({
    status: 200,
    setPasswordFlag: 'Y',
    phoneNumber: '010-****-6789',
    internalMail: 'ha********@hanbit.example',
    privateMail: 'sk*****@mail.example',
    questionFlag: 'N',
  });
});

test.for([
  ['gil', 'demo-oidc', 'Y'],
  ['gil', 'demo-library', 'Y'],
  ['ha', 'demo-oidc', 'N'],
  ['gil', 'demo-board', undefined],
  ['seok', 'demo-oidc', undefined],
  ['bong', 'demo-oidc', undefined],
])(
  'the account of %s at %s mentions a question if it can reset the password: %s',
  async ([userId = '', clientId, flag], { browser: person }) => {
    await checkPolicy(person, userId, clientId);
    const { json } = await person.call('GET', accountPath(userId, clientId));
    expect(json['questionFlag']).toBe(flag);
  },
);

test.for([
  ['gil', 'change', 'Y'],
  ['kim', 'change', 'N'],
  ['bong', 'create', undefined],
] as const)('for %s a link to %s a password mentions a question: %s', async ([userId, kind, flag]) => {
  const server = await testServer({ passwordSecurity: { provideAuthPortalPwChange: false } });
  const person = server.browser();
  await openLink(person, userId, await sendPasswordLink(server, userId, kind));
  const { json } = await person.call('GET', accountPath(userId));
  expect(json['questionFlag']).toBe(flag);
});

test('a signed-in person sees their own account at any client', async ({ browser: kim }) => {
  await signIn(kim, 'kim');
  expect((await kim.call('GET', accountPath('kim', 'other'))).status).toBe(200);
  expect((await kim.call('GET', accountPath('lee', 'other'))).status).toBe(404);
});

test('an account without a password accepts none', async () => {
  const entry = { userId: 'cardonly', name: { ko: '카드', en: 'Card' } };
  const { browser } = await testServer({ accounts: [entry] });
  const person = browser();
  const policyId = await fetchPolicyId(person, 'cardonly');
  expect((await person.call('GET', accountPath('cardonly'))).json['setPasswordFlag']).toBe('N');
  for (const password of ['', SEED_PASSWORD, 'cardonly', 'null']) {
    expect((await passGate(person, 'cardonly', policyId, password)).json['errCode'], password).toBe('001');
  }
});
