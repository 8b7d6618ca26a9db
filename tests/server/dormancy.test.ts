import { expect, test } from 'vitest';
import { makeUnusedAccountsDormant } from '#server/login/dormancy.ts';
import { admin } from '#tests/support/server/admin.ts';
import { savePassword, tokenByAnswer, VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import { serverOn, type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID, checkPolicy, passGate, signIn } from '#tests/support/server/steps.ts';
import { errCodeOrStatus } from './methods/steps.ts';

const DAY = 24 * 60 * 60_000;
const FILE = { dormantDays: 90 };

const dormantAccounts = ({ audited }: TestServer): readonly string[] =>
  audited.flatMap(({ event, account }) => (event === 'account.dormant' ? [account] : [])).toSorted();

/** A server 90 days after the first run; in between only kim has signed in. */
async function serverAfterDormantDays(file: Readonly<Record<string, unknown>> = FILE): Promise<TestServer> {
  const server = await testServer(file);
  await makeUnusedAccountsDormant(server.portal);
  server.wait(DAY);
  await signIn(server.browser(), 'kim');
  server.wait(89 * DAY);
  await makeUnusedAccountsDormant(server.portal);
  return server;
}

test('an account becomes dormant after days without a sign-in, and only a correct password gets this as the reason', async () => {
  const server = await serverAfterDormantDays();
  expect(dormantAccounts(server)).toContain('gil');
  expect(dormantAccounts(server)).not.toContain('kim');
  const refusal = await signIn(server.browser(), 'gil');
  expect([refusal.status, errCodeOrStatus(refusal), refusal.json['reason']]).toEqual([
    400,
    '002_1',
    'accountDormant',
  ]);
  expect(server.audited.at(-1)).toMatchObject({ event: 'login.refused', result: 'accountDormant' });
  expect(errCodeOrStatus(await signIn(server.browser(), 'gil', { secret: 'wrong' }))).toBe('001');
  expect((await signIn(server.browser(), 'kim')).status).toBe(200);
});

test('no account becomes dormant without the setting', async () => {
  const server = await serverAfterDormantDays({});
  server.wait(3650 * DAY);
  await makeUnusedAccountsDormant(server.portal);
  expect(dormantAccounts(server)).toEqual([]);
  expect((await signIn(server.browser(), 'gil')).status).toBe(200);
});

test('the first run makes nobody dormant, however long they were away', async () => {
  const server = await testServer(FILE);
  server.wait(365 * DAY);
  await makeUnusedAccountsDormant(server.portal);
  expect(dormantAccounts(server)).toEqual([]);
});

test('a new password after an identity check wakes the account, and the days are counted from then', async () => {
  const server = await serverAfterDormantDays();
  const browser = server.browser();
  expect((await savePassword(browser, 'PUT', 'gil', await tokenByAnswer(browser))).status).toBe(200);
  expect((await signIn(server.browser(), 'gil', { secret: VALID_PASSWORD })).status).toBe(200);
  server.wait(DAY);
  await makeUnusedAccountsDormant(server.portal);
  expect((await signIn(server.browser(), 'gil', { secret: VALID_PASSWORD })).status).toBe(200);
});

test('an operator wakes the account, and an account that is not dormant is reported as such', async () => {
  const server = await serverAfterDormantDays();
  expect((await admin(server, 'explain gil')).out).toContain('is dormant');
  expect((await admin(server, 'wake gil')).out).toContain('may sign in again');
  expect((await admin(server, 'wake gil')).out).toContain('neither dormant nor blocked from signing in');
  expect((await signIn(server.browser(), 'gil')).status).toBe(200);
  expect(server.audited).toContainEqual(
    expect.objectContaining({ event: 'administration', action: 'wake', account: 'gil', operator: 'park' }),
  );
});

test('when two servers run at once, only one records that an account is dormant', async () => {
  const first = await serverAfterDormantDays({});
  const second = serverOn(first.db, FILE, first.engine);
  second.clock.now = first.clock.now;
  const portals = [first.portal, second.portal].map((portal) => ({
    ...portal,
    config: { ...portal.config, ...FILE },
  }));
  await Promise.all(portals.map(makeUnusedAccountsDormant));
  first.wait(90 * DAY);
  second.wait(90 * DAY);
  await Promise.all(portals.map(makeUnusedAccountsDormant));
  const recorded = [...dormantAccounts(first), ...dormantAccounts(second)];
  expect(recorded).toContain('gil');
  expect(new Set(recorded).size).toBe(recorded.length);
});

test('a session that began earlier gives no access while the account is dormant', async () => {
  const server = await testServer({ ...FILE, session: { idleMinutes: 200_000, absoluteMinutes: 200_000 } });
  const browser = server.browser();
  await signIn(browser, 'kim');
  await makeUnusedAccountsDormant(server.portal);
  server.wait(90 * DAY);
  await makeUnusedAccountsDormant(server.portal);
  const request = {
    clientId: CLIENT_ID,
    wantsFreshLogin: false,
    maxAgeSeconds: null,
    startedAt: 0,
    wantsTwoSteps: false,
  };
  expect(await server.portal.logins.satisfyingLogin(browser.cookieHeader, request)).toBeNull();
  const { policyId } = (await checkPolicy(browser, 'kim')).json;
  expect(errCodeOrStatus(await passGate(browser, 'kim', String(policyId)))).not.toBe(200);
});
