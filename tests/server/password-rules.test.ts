import { expect, test } from 'vitest';
import type { PasswordSetting } from '#server/config/client.ts';
import { resolveConfig } from '#server/config/load.ts';
import { warningsOf } from '#server/login/policy/warnings.ts';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { tokenOf } from '#tests/support/server/identity.ts';
import {
  answerQuestion,
  GIL,
  requestLevel,
  savePassword,
  VALID_PASSWORD,
} from '#tests/support/server/passwords.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy } from '#tests/support/server/steps.ts';
import { spMetadata } from './saml/saml-server.ts';

const BOARD = 'demo-board';

const fileOf = (services: Readonly<Record<string, Partial<PasswordSetting>>>) => ({
  passwordRules: 'strictest',
  clients: Object.entries(services).map(([clientId, passwordSecurity]) =>
    serviceOf(clientId, {
      clientSecret: 'a-secret-of-this-test',
      backchannelLogoutUri: `https://${clientId}.example/signed-out`,
      passwordSecurity,
    }),
  ),
});

const warningsFor = (file: Readonly<Record<string, unknown>>, mode: 'demo' | 'production' = 'production') =>
  warningsOf(
    resolveConfig({ publicUrl: 'https://id.example', ...file }, 'test', {
      mode,
      publicUrl: '',
      labOrigin: 'http://localhost:8081',
    }),
  );

const PASSWORD_POLICY = { id: 'all', authType: 'other', methods: ['pw'] };

/** Enters the ID of `gil`, and answers the question correctly. */
async function answerCorrectly(browser: Browser, clientId?: string): Promise<CallAnswer> {
  await checkPolicy(browser, 'gil', clientId);
  return answerQuestion(browser, 'gil', GIL.answer, clientId);
}

test('a password meets the rules of the strictest service, wherever it is changed', async () => {
  const answers = { selfAuthMethodWhenPwChange: 'selfAuthOrQnA' } as const;
  const levels = { [BOARD]: { level: 1, ...answers }, 'demo-library': { level: 2, ...answers } } as const;
  const server = await testServer(fileOf(levels));
  const browser = server.browser();
  const token = tokenOf(await answerCorrectly(browser, BOARD));
  expect((await requestLevel(browser, token)).json['level']).toBe(3);
  expect((await savePassword(browser, 'PUT', 'gil', token, 'abc123')).json).toMatchObject({
    errCode: 'ruleViolation',
    level: 3,
  });
  expect((await savePassword(browser, 'PUT', 'gil', token, VALID_PASSWORD)).status).toBe(200);
});

test('ten characters of two kinds are required when any service requires them, whatever its level', async () => {
  const answers = { selfAuthMethodWhenPwChange: 'selfAuthOrQnA' } as const;
  const rules = {
    [BOARD]: { level: 1, ...answers },
    'demo-library': { level: 1, twoKinds: true, ...answers },
  } as const;
  const server = await testServer({ ...fileOf(rules), passwordSecurity: { level: 1, ...answers } });
  const browser = server.browser();
  const token = tokenOf(await answerCorrectly(browser, BOARD));
  expect((await requestLevel(browser, token)).json).toMatchObject({ level: 1, twoKinds: 1 });
  const refusal = await savePassword(browser, 'PUT', 'gil', token, 'abcdefghij');
  expect(refusal.json).toMatchObject({ errCode: 'ruleViolation', level: 1, twoKinds: 1 });
  expect((await savePassword(browser, 'PUT', 'gil', token, 'river-stone')).status).toBe(200);
});

test('a password is reset only by methods that all services allow', async () => {
  const server = await testServer({ ...fileOf({ [BOARD]: { selfAuthMethodWhenPwChange: 'selfAuth' } }) });
  expect((await answerCorrectly(server.browser())).json).not.toHaveProperty('accessToken');
});

test('a service without password sign-in sets no rule', async () => {
  const file = fileOf({ [BOARD]: { selfAuthMethodWhenPwChange: 'selfAuth' }, 'demo-library': {} });
  const policies = [{ id: 'cards', users: ['gil'], clients: [BOARD], authType: 'otp', methods: ['hwOtp'] }];
  const server = await testServer({ ...file, policies });
  expect((await answerCorrectly(server.browser())).json).toHaveProperty('accessToken');
  const path = '/data/sso/setting/password-security?clientId=demo-oidc';
  const settingOfService = await server.browser().call('GET', path);
  expect(settingOfService.json['data']).toMatchObject([{ selfAuthMethodWhenPwChange: 'selfAuth' }]);
  const gil = server.browser();
  await checkPolicy(gil, 'gil');
  const settingOfGil = await gil.call('GET', path);
  expect(settingOfGil.json['data']).toMatchObject([{ selfAuthMethodWhenPwChange: 'selfAuthOrQnA' }]);
});

test('the server warns at its start about weak password rules of a configuration', () => {
  const differing = {
    ...fileOf({
      one: { selfAuthMethodWhenPwChange: 'QnA' },
      two: { selfAuthMethodWhenPwChange: 'selfAuth' },
    }),
    policies: [PASSWORD_POLICY],
  };
  expect(warningsFor(differing)).toEqual([
    'passwordSecurity: "one" and "two" share no reset method: nobody can reset a forgotten password without an administrator',
  ]);
  expect(warningsFor({ ...differing, ...fileOf({ one: { level: 1 }, two: {} }) })).toEqual([]);
  expect(
    warningsFor({ ...differing, ...fileOf({ one: { level: 1 }, two: {} }), passwordRules: 'perService' }),
  ).toEqual([
    'passwordRules: perService: the password of all services can be set by the weaker rules of "one"',
  ]);
  const twoStepPolicy = {
    ...PASSWORD_POLICY,
    secondAuth: true,
    secondTokenPriority: { internalMail: 1, yubikey: 2 },
  };
  expect(warningsFor({ ...fileOf({ one: {} }), policies: [twoStepPolicy] })).toEqual([
    'policies "all": internalMail can reset the password and be the other factor: a person with no other factor can sign in with this factor alone',
  ]);
  expect(warningsFor({ ...fileOf({ one: { internalMail: false } }), policies: [twoStepPolicy] })).toEqual([]);
  const mails = { internalMail: 'Kim@mail.example', privateMail: 'kim@mail.example' };
  const kim = { userId: 'kim', name: { ko: '김', en: 'Kim' }, ...mails };
  expect(
    warningsFor({
      ...fileOf({ one: {} }),
      policies: [PASSWORD_POLICY],
      accounts: [kim],
      registration: { first: 'anyChannel' },
      scrypt: { cost: 2 ** 16 },
    }),
  ).toEqual([
    'scrypt: no longer has an effect; `argon2` sets the cost of a new hash',
    'registration.first: anyChannel: whoever can reset a password through a mailbox or a phone can also register the first other factor through it',
    'accounts "kim": internalMail and privateMail are one mailbox, and count as two methods',
  ]);
  expect(warningsFor({}, 'demo').filter((warning) => warning.includes('perService'))).toEqual([
    'passwordRules: perService: the password of all services can be set by the weaker rules of "demo-oidc", "demo-board", "demo-library", "demo-saml"',
  ]);
});

test('the server names at its start the services without back-channel logout', () => {
  const clientsWithLogout = fileOf({ one: {}, two: {} }).clients;
  const clients = clientsWithLogout.map(({ backchannelLogoutUri: _none, ...client }) => client);
  const provider = (serviceId: string, metadata: string) => ({
    serviceId,
    metadata,
    serviceName: { ko: serviceId, en: serviceId },
  });
  const withLogout = spMetadata({ origin: 'https://wiki.example' });
  const withoutLogout = spMetadata({ origin: 'https://board.example' }).replaceAll(
    /<[\w:]*SingleLogoutService[^>]*>/g,
    '',
  );
  const providers = [provider('wiki', withLogout), provider('board', withoutLogout)];
  const warningsAbout = (services: object) =>
    warningsFor({ ...fileOf({}), policies: [PASSWORD_POLICY], ...services });
  expect(warningsAbout({ clients: [clients[1]] })).toEqual([]);
  expect(warningsAbout({ clients: [clientsWithLogout[0]] })).toEqual([]);
  expect(warningsAbout({ clients })).toEqual([
    'clients "one", "two": without backchannelLogoutUri, they are not notified of a sign-out, and the person stays signed in there',
  ]);
  expect(warningsAbout({ clients: [clientsWithLogout[0], clients[1]], serviceProviders: providers })).toEqual(
    [
      'clients "two": without backchannelLogoutUri, they are not notified of a sign-out, and the person stays signed in there',
      'serviceProviders "board": without a SingleLogoutService in their metadata, they are not notified of a sign-out, and the person stays signed in there',
    ],
  );
});
