import { expect } from 'vitest';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { codeOtherThan } from './device-codes.ts';
import { type Channel, codeIn, enter, errCodeOrStatus, logIn, logInWithEach, send } from './steps.ts';

const SMS = '1';

const METHODS = [
  ['1', ['sms']],
  ['2', ['inmail']],
  ['3', ['exmail']],
  ['4', ['sms', 'inmail']],
  ['5', ['sms', 'exmail']],
  ['6', ['inmail', 'exmail']],
] as const satisfies readonly (readonly [string, readonly Channel[]])[];

test.for(METHODS)('method %s sends by %j and accepts the code once', async ([tokenCode, channels]) => {
  const server = await testServer();
  const lee = await enter(server, 'lee');
  for (const channel of channels) {
    const { status, json } = await send(lee, channel);
    expect({ status, ...json }).toEqual({ status: 200, result: true, message: 'The code has been sent.' });
  }
  const codes = new Set(channels.map((channel) => codeIn(server, 'lee', channel)));
  expect(codes.size).toBe(1);
  const [code = ''] = codes;
  expect(await logInWithEach(lee, tokenCode, [code, code])).toEqual([200, '005_2']);
});

test('a method of two channels accepts the code of either', async ({ server }) => {
  for (const channel of ['sms', 'inmail'] as const) {
    const lee = await enter(server, 'lee');
    await send(lee, channel);
    expect(errCodeOrStatus(await logIn(lee, '4', codeIn(server, 'lee', channel)))).toBe(200);
  }
});

test('a code of another channel is refused for this method', async ({ server }) => {
  const lee = await enter(server, 'lee');
  await send(lee, 'sms');
  for (const tokenCode of ['2', '3', '6']) {
    expect(errCodeOrStatus(await logIn(lee, tokenCode, codeIn(server, 'lee', 'sms')))).toBe('005_7');
  }
});

test('another login of the same person gets another code', async ({ server }) => {
  const firstLogin = await enter(server, 'lee');
  const secondLogin = await enter(server, 'lee');
  await send(firstLogin, 'sms');
  await send(secondLogin, 'inmail');
  expect(codeIn(server, 'lee', 'inmail')).not.toBe(codeIn(server, 'lee', 'sms'));
});

test('a code is valid for 300 s by the clock of the server', async ({ server }) => {
  const lee = await enter(server, 'lee');
  await send(lee, 'sms');
  server.wait(300_000);
  expect(errCodeOrStatus(await logIn(lee, SMS, codeIn(server, 'lee', 'sms')))).toBe('005_3');
  await send(lee, 'sms');
  server.wait(299_999);
  expect(errCodeOrStatus(await logIn(lee, SMS, codeIn(server, 'lee', 'sms')))).toBe(200);
});

test('without a send there is no code to check', async () => {
  const lee = await enter(await testServer(), 'lee');
  expect(errCodeOrStatus(await logIn(lee, SMS, '123456'))).toBe('005_7');
});

test('a code is invalid after a sign-out', async ({ server }) => {
  const lee = await enter(server, 'lee');
  await send(lee, 'sms');
  const code = codeIn(server, 'lee', 'sms');
  await lee.browser.visit('/logout');
  await checkPolicy(lee.browser, 'lee');
  expect(errCodeOrStatus(await logIn(lee, SMS, code))).toBe('005_7');
});

test.for(['12345', '1234567', 'abcdef', '', '123 456'])(
  'the code %j has the wrong format',
  async (secret) => {
    const lee = await enter(await testServer(), 'lee');
    await send(lee, 'sms');
    expect(errCodeOrStatus(await logIn(lee, SMS, secret))).toBe('005_4');
  },
);

test.for([
  ['1', '006'],
  ['2', '006_1'],
  ['3', '006_2'],
  ['4', '006_3'],
  ['5', '006_4'],
  ['6', '006_5'],
])('without contacts, method %s is refused with %s', async ([tokenCode = '', errCode]) => {
  const yoon = await enter(await testServer(), 'yoon');
  expect(errCodeOrStatus(await logIn(yoon, tokenCode, '123456'))).toBe(errCode);
});

test('the refusal of a method of two channels names the missing contact', async () => {
  const account = {
    userId: 'half',
    name: { ko: '반', en: 'Half' },
    phoneNumber: '010-1111-2222',
    passwordHash: 'scrypt$2$1$1$c2FsdA$a2V5',
  };
  const policy = { id: 'half', users: ['half'], authType: 'otp', methods: ['sms', 'internalMail'] };
  const person = await enter(await testServer({ accounts: [account], policies: [policy] }), 'half');
  expect(errCodeOrStatus(await logIn(person, '4', '123456'))).toBe('006_1');
});

test('guesses lock the method despite new codes, and sends lock nothing', async ({ server }) => {
  const lee = await enter(server, 'lee');
  const answers: unknown[] = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    expect((await send(lee, 'sms')).json['result']).toBe(true);
    const wrong = codeOtherThan(codeIn(server, 'lee', 'sms'));
    answers.push(errCodeOrStatus(await logIn(lee, SMS, wrong)));
  }
  expect(answers).toEqual(['005_1', '005_1', '005_5', '005_5', '005_6', '005_6']);
  expect(errCodeOrStatus(await logIn(lee, SMS, codeIn(server, 'lee', 'sms')))).toBe('005_6');
});

test('a method of two channels counts as one factor', async ({ server }) => {
  const song = await enter(server, 'song');
  await song.browser.visit(`/redirect?uid=${server.engine.beginRequest()}`);
  await send(song, 'sms');
  await send(song, 'inmail');
  await logIn(song, '4', codeIn(server, 'song', 'inmail'));
  expect(server.engine.finishedRequests).toMatchObject([{ login: { amr: ['otp'], steps: 1 } }]);
});

test.for([
  ['jang', { authType: '1', alwaysSend: 'Y' }],
  ['song', { authType: '4', alwaysSend: 'N' }],
  ['yang', { authType: '5', alwaysSend: 'N' }],
  ['ahn', { authType: '6', alwaysSend: 'N' }],
] as const)('%s has a default method', async ([userId, fixedToken], { browser }) => {
  expect((await checkPolicy(browser, userId)).json['fixedToken']).toEqual(fixedToken);
});

test('the checkboxes of the screen are stored only by a successful login', async ({ server }) => {
  const lee = await enter(server, 'lee');
  const fixedToken = async () => (await checkPolicy(server.browser(), 'lee')).json['fixedToken'];
  const checkboxes = { fixed: 'Y', alwaysSend: 'Y' } as const;
  await send(lee, 'sms');
  const code = codeIn(server, 'lee', 'sms');
  await logIn(lee, SMS, codeOtherThan(code), checkboxes);
  expect(await fixedToken()).toBeNull();
  await logIn(lee, SMS, code, checkboxes);
  expect(await fixedToken()).toEqual({ authType: '1', alwaysSend: 'Y' });
  await signIn(server.browser(), 'lee');
  expect(await fixedToken()).toEqual({ authType: '1', alwaysSend: 'Y' });
});

test('a locked account accepts no code', async () => {
  const policy = { id: 'choi', users: ['choi'], authType: 'otp', methods: ['emergencyCode'] };
  const choi = await enter(await testServer({ policies: [policy] }), 'choi');
  expect(errCodeOrStatus(await logIn(choi, '0', 'ANY'))).toBe('001_1');
});

test('a disabled account is reported only after a right code', async () => {
  const disabledAccount = {
    userId: 'gone',
    name: { ko: '중지', en: 'Gone' },
    status: 'disabled',
    phoneNumber: '010-1111-2222',
  };
  const policy = { id: 'gone', users: ['gone'], authType: 'otp', methods: ['sms'] };
  const server = await testServer({ accounts: [disabledAccount], policies: [policy] });
  const person = await enter(server, 'gone');
  await send(person, 'sms');
  const code = codeIn(server, 'gone', 'sms');
  expect(await logInWithEach(person, SMS, [codeOtherThan(code), code])).toEqual(['005_1', '002']);
});

test.for(['7', '8', '9', '1', '0', '10', '11', '12', '13'])(
  'method %s is refused when the policy does not allow it',
  async (tokenCode) => {
    const kim = await enter(await testServer(), 'kim');
    expect(errCodeOrStatus(await logIn(kim, tokenCode, '123456'))).toBe('018');
  },
);

test('a method of two channels needs the method of each in the policy', async () => {
  const policy = { id: 'one', users: ['lee'], authType: 'otp', methods: ['sms', 'privateMail'] };
  const server = await testServer({ policies: [policy] });
  const lee = await enter(server, 'lee');
  await send(lee, 'sms');
  const code = codeIn(server, 'lee', 'sms');
  expect(errCodeOrStatus(await logIn(lee, '4', code))).toBe('018');
  expect(errCodeOrStatus(await logIn(lee, '5', code))).toBe(200);
});

test.for([
  ['yoon', '10', '009'],
  ['yoon', '12', '011'],
  ['lee', '10', '010_2'],
  ['lee', '12', '011'],
  ['lee', '13', '018'],
])('a login of %s with method %s is refused with %s', async ([userId = '', tokenCode = '', errCode]) => {
  const person = await enter(await testServer(), userId);
  expect(errCodeOrStatus(await logIn(person, tokenCode, 'anything'))).toBe(errCode);
});
