import { expect } from 'vitest';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import { proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { codeAt } from './methods/device-codes.ts';
import { errCodeOrStatus, statusAndErrCode } from './methods/steps.ts';

const setDefault = (browser: Browser, userId: string, code: string) =>
  browser.call('POST', '/data/portal/default', { body: { type: 'oidc', userId, default: code } });

async function signInLee() {
  const server = await testServer();
  const browser = server.browser();
  await signIn(browser, 'lee');
  const readPolicy = async () => (await checkPolicy(server.browser(), 'lee')).json;
  return { server, browser, readPolicy };
}

const test = testWithSetup(signInLee);

test.for(['7', '8', '11'])(
  'method %s can be set as the default of the first step, and 98 clears it',
  async (code) => {
    const { browser, readPolicy } = await signInLee();
    expect(errCodeOrStatus(await setDefault(browser, 'lee', code))).toBe(200);
    expect(await readPolicy()).toMatchObject({
      fixedToken: { authType: code, alwaysSend: 'N' },
      secondFixedToken: null,
    });
    expect(errCodeOrStatus(await setDefault(browser, 'lee', '98'))).toBe(200);
    expect((await readPolicy())['fixedToken']).toBeNull();
  },
);

test.for(['0', '-1', 'pw', '1', '9', '10', '12', '13', '99', '', '__proto__'])(
  'the code %j cannot be a default',
  async (code, { setup: { browser, readPolicy } }) => {
    expect(errCodeOrStatus(await setDefault(browser, 'lee', code))).toBe('018');
    expect((await readPolicy())['fixedToken']).toBeNull();
  },
);

test('a token that is not registered cannot be a default', async ({ browser: kim }) => {
  await signIn(kim, 'kim');
  for (const code of ['7', '8', '11']) {
    expect(statusAndErrCode(await setDefault(kim, 'kim', code))).toEqual([400, '015_1']);
  }
});

test('after a login of two steps the default of the second step can be set', async ({ server }) => {
  const park = await proveFirstStep(server.browser(), 'park');
  expect(errCodeOrStatus(await setDefault(park.browser, 'park', '8'))).toBe('notAuthorized');
  await sendSecondStep(park, '7', codeAt(SEEDED_DEVICES.park.otpCard.secret, 0));
  expect(errCodeOrStatus(await setDefault(park.browser, 'park', '8'))).toBe(200);
  const readPolicy = async () => (await checkPolicy(server.browser(), 'park')).json;
  expect(await readPolicy()).toMatchObject({ fixedToken: null, secondFixedToken: { authType: '8' } });
  expect((await readPolicy())['secondTokenPriority']).toMatchObject({ yubikey: 1, sms: 2 });
  await setDefault(park.browser, 'park', '98');
  expect((await readPolicy())['secondFixedToken']).toBeNull();
});

test('a change of the default is audited and notified, and a repetition is not', async () => {
  const { server, browser } = await signInLee();
  const changes = () => server.audited.filter(({ event }) => event === 'default.changed');
  const notices = () => server.outbox.list({ userId: 'lee' }).filter(({ text }) => text.includes('default'));
  await setDefault(browser, 'lee', '98');
  expect(changes()).toEqual([]);
  for (const code of ['8', '8', '98']) await setDefault(browser, 'lee', code);
  expect(changes()).toMatchObject([
    { account: 'lee', kind: '8', way: 'pw' },
    { account: 'lee', kind: '98', way: 'pw' },
  ]);
  expect(notices().length).toBe(2 * new Set(notices().map(({ to }) => to)).size);
  expect(notices().length).toBeGreaterThan(0);
});
