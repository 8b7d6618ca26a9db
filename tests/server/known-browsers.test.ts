import { expect } from 'vitest';
import { admin } from '#tests/support/server/admin.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import { savePassword, tokenByAnswer, VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';
import {
  resultWithoutLockout,
  STRANGERS_CONFIG,
  signInAmongStrangers,
} from '#tests/support/server/strangers.ts';
import { test } from '#tests/support/server/test.ts';
import { errCodeOrStatus } from './methods/steps.ts';

const COOKIE = 'munjigi_browser';
const DAY = 24 * 60 * 60_000;

/** A browser after the end of its session: only the cookie of the known browser is left. */
const afterSession = ({ browser }: TestServer, before: Browser): Browser => {
  const after = browser();
  after.cookies.set(COOKIE, before.cookies.get(COOKIE) ?? 'none');
  return after;
};

/** A browser in which the person has signed in. */
async function knownBrowser(
  server: TestServer,
  userId = 'kim',
  browser = server.browser(),
): Promise<Browser> {
  await signIn(browser, userId);
  return afterSession(server, browser);
}

async function enterWrongPasswords(
  browser: () => Browser,
  times: number,
  userId = 'kim',
): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (let time = 0; time < times; time += 1)
    outcomes.push(errCodeOrStatus(await signIn(browser(), userId, { secret: 'wrong' })));
  return outcomes;
}

test('strangers cannot lock people out of their known browsers', async () => {
  const server = await testServer(STRANGERS_CONFIG);
  expect(await signInAmongStrangers(50, [server])).toEqual(resultWithoutLockout(50));
});

test('the token of a known browser is not readable for scripts or other sites, and not in a log or row', async () => {
  const server = await testServer();
  const browser = server.browser();
  const { headers } = await signIn(browser, 'kim');
  const cookie = headers.getSetCookie().find((one) => one.startsWith(COOKIE));
  expect(cookie).toMatch(/^munjigi_browser=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  const token = browser.cookies.get(COOKIE) ?? '';
  expect(server.portal.knownBrowserCookie.write(token)).toBe(cookie);
  const rows = await server.portal.storage.prepare('SELECT * FROM known_browsers').all();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify([rows, server.audited, server.logged])).not.toContain(token);
});

test('five wrong guesses lock a known browser, and no other one', async ({ server }) => {
  const [one, other] = [await knownBrowser(server), await knownBrowser(server)];
  expect(await enterWrongPasswords(() => one, 6)).toEqual(['001', '001', '001', '001', '001_1', '001_1']);
  expect((await signIn(afterSession(server, one), 'kim')).status).toBe(400);
  expect((await signIn(other, 'kim')).status).toBe(200);
  expect((await signIn(server.browser(), 'kim')).status).toBe(200);
});

test('a browser is known for thirty days after its last sign-in, and only for people who signed in there', async () => {
  const server = await testServer({ lock: { maxFailures: 1, minutes: 0 } });
  const browserOfSpaces = await knownBrowser(server, 'spaces', server.browser());
  const browserOfKim = await knownBrowser(server);
  await enterWrongPasswords(server.browser, 1);
  expect((await signIn(browserOfSpaces, 'kim')).status).toBe(400);
  server.wait(29 * DAY);
  const renewed = await knownBrowser(server, 'kim', browserOfKim);
  server.wait(29 * DAY);
  expect((await signIn(afterSession(server, renewed), 'kim')).status).toBe(200);
  server.wait(30 * DAY);
  expect((await signIn(afterSession(server, renewed), 'kim')).status).toBe(400);
});

test('two people can share a known browser, and a planted token is replaced', async ({ server }) => {
  const planted = await knownBrowser(server, 'gil');
  const shared = await knownBrowser(server, 'kim', planted.clone());
  expect(shared.cookies.get(COOKIE)).not.toBe(planted.cookies.get(COOKIE));
  await enterWrongPasswords(server.browser, 5);
  await enterWrongPasswords(server.browser, 5, 'gil');
  expect((await signIn(planted, 'kim')).status).toBe(400);
  expect((await signIn(afterSession(server, shared), 'gil')).status).toBe(200);
  expect((await signIn(afterSession(server, shared), 'kim')).status).toBe(200);
});

test('a lock by an administrator includes known browsers', async ({ server }) => {
  const browser = await knownBrowser(server);
  await server.portal.storage
    .prepare('INSERT INTO attempts (user_id, token_code, failures, locked_until) VALUES (?, ?, 0, ?)')
    .run('kim', '-1', Number.MAX_SAFE_INTEGER);
  expect((await signIn(browser, 'kim')).json['errCode']).toBe('001_1');
  await admin(server, 'unlock kim');
  await enterWrongPasswords(() => browser, 5);
  expect((await admin(server, 'explain kim')).out).toContain('locked in a browser with an earlier sign-in');
  expect((await signIn(browser, 'kim')).status).toBe(400);
  await admin(server, 'unlock kim');
  expect((await signIn(browser, 'kim')).status).toBe(200);
});

test('after a new password only the browser that set it is known, and none after the end of all sessions', async ({
  server,
}) => {
  const [own, other] = [await knownBrowser(server, 'gil'), await knownBrowser(server, 'gil')];
  const token = await tokenByAnswer(own, 'gil', '제주도');
  expect((await savePassword(own, 'PUT', 'gil', token)).status).toBe(200);
  await enterWrongPasswords(server.browser, 5, 'gil');
  expect((await signIn(other, 'gil', { secret: VALID_PASSWORD })).status).toBe(400);
  expect((await signIn(afterSession(server, own), 'gil', { secret: VALID_PASSWORD })).status).toBe(200);
  await admin(server, 'end-sessions gil');
  expect((await signIn(afterSession(server, own), 'gil', { secret: VALID_PASSWORD })).status).toBe(400);
});
