import { expect, test } from 'vitest';
import type { Browser } from '#tests/support/server/browser.ts';
import { openRegistration } from '#tests/support/server/registration.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { authenticate, checkPolicy, firstStep } from '#tests/support/server/steps.ts';

const HOUR = 60 * 60_000;
const FIREFOX = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'X-Forwarded-For': '203.0.113.77',
};

/** Tries to sign lee in. */
async function trySignIn(browser: Browser, secret?: string, headers: Readonly<Record<string, string>> = {}) {
  const { json } = await checkPolicy(browser, 'lee');
  const values = { policyId: String(json['policyId']), ...(secret !== undefined && { secret }) };
  return browser.call('POST', '/authenticate', {
    body: { userId: 'lee', userPassword: firstStep(values) },
    headers,
  });
}

/** Signs lee in by Firefox, enters two wrong passwords, and signs lee in by another browser. */
async function signInTwice(lastSignIn?: string) {
  const server = await testServer({ trustProxy: true, ...(lastSignIn && { session: { lastSignIn } }) });
  const before = {
    at: server.clock.now,
    browser: 'Firefox · Linux',
    addressRange: '203.0.113.*',
    failures: 2,
  };
  await trySignIn(server.browser(), undefined, FIREFOX);
  server.wait(HOUR);
  for (const wrong of ['one', 'two']) await trySignIn(server.browser(), wrong);
  const browser = server.browser();
  await browser.visit(`/redirect?uid=${server.engine.beginRequest()}`);
  await trySignIn(browser);
  return { server, browser, before };
}

const lastSignInInOverview = async (server: TestServer, browser = server.browser()): Promise<unknown> => {
  const { call } = await openRegistration(server, 'lee', { browser });
  return (await call('GET', '/data/portal/sessions?userId=lee')).json['lastSignIn'];
};

const lastSignInBeforeReturn = async ({ engine }: TestServer, browser: Browser): Promise<unknown> => {
  await browser.visit(`/redirect?uid=${engine.beginRequest()}`);
  const { json } = await browser.call('GET', '/summary/auth');
  expect(json['isAlreadyAuth']).toBe(true);
  return json['lastSignIn'];
};

test.for([
  [undefined, false, false],
  ['off', false, false],
  ['overview', true, false],
  ['everywhere', true, true],
] as const)(
  'with %s the last sign-in is shown in the overview: %s, before the return: %s',
  async ([lastSignIn, isInOverview, isBeforeReturn]) => {
    const { server, browser, before } = await signInTwice(lastSignIn);
    expect(await lastSignInBeforeReturn(server, browser)).toEqual(isBeforeReturn ? before : undefined);
    expect(await lastSignInInOverview(server, browser)).toEqual(isInOverview ? before : undefined);
  },
);

test('another browser shows the latest sign-in and the failures since', async () => {
  const { server } = await signInTwice('overview');
  const newest = { at: server.clock.now, browser: '', addressRange: '', failures: 1 };
  server.wait(HOUR);
  await trySignIn(server.browser(), 'wrong');
  expect(await lastSignInInOverview(server)).toEqual(newest);
});

test('a person who has to authenticate again does not get the last sign-in', async () => {
  const { server, browser } = await signInTwice('everywhere');
  server.wait(1_000);
  const uid = server.engine.beginRequest({ wantsFreshLogin: true, startedAt: server.clock.now });
  await browser.visit(`/redirect?uid=${uid}`);
  const { json } = await browser.call('GET', '/summary/auth');
  expect(json).toMatchObject({ isAlreadyAuth: false, userId: 'lee' });
  expect(json).not.toHaveProperty('lastSignIn');
});

test('failures of somebody who has never signed in are not stored', async () => {
  const server = await testServer();
  await authenticate(server.browser(), 'lee', { secret: 'wrong' });
  await trySignIn(server.browser(), 'wrong');
  expect(await server.portal.signIns.findLastExcept('lee', null)).toBeNull();
});
