import { expect, test } from 'vitest';
import type { Browser } from '#tests/support/server/browser.ts';
import { serverOn, type TestServer, testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';

const ONE = { session: { concurrent: 'endOldest' } };

const isIn = async ({ portal }: TestServer, browser: Browser): Promise<boolean> => {
  const session = await portal.sessions.open(browser.cookieHeader);
  return session !== null && (await portal.sessions.login(session)) !== null;
};

/** Browsers in which kim has signed in, the oldest first. */
async function signedIn(file: Readonly<Record<string, unknown>>, count: number) {
  const server = await testServer(file);
  const browsers: Browser[] = [];
  for (let made = 0; made < count; made += 1) {
    const browser = server.browser();
    await browser.visit(`/redirect?uid=${server.engine.begin()}`);
    expect((await signIn(browser, 'kim')).status).toBe(200);
    await server.portal.logins.recordEngineSession(browser.cookieHeader, 'kim', `engine ${made}`);
    browsers.push(browser);
    server.wait(1_000);
  }
  return { server, browsers };
}

test.for([
  [{}, [true, true, true]],
  [{ session: { concurrent: 'allow' } }, [true, true, true]],
  [ONE, [false, false, true]],
  [{ session: { ...ONE.session, maxConcurrent: 2 } }, [false, true, true]],
] as const)('with %j of three browsers %j stay signed in', async ([file, stay]) => {
  const { server, browsers } = await signedIn(file, 3);
  expect(await Promise.all(browsers.map((browser) => isIn(server, browser)))).toEqual(stay);
  const ended = stay.flatMap((stays, index) => (stays ? [] : [`engine ${index}`]));
  expect(server.engine.endedByName).toEqual(ended);
  expect(server.audited.filter(({ event }) => event === 'session.ended')).toEqual(
    ended.map(() => expect.objectContaining({ account: 'kim', way: 'replaced' })),
  );
});

test('the older browser is told why, until it signs in again', async () => {
  const { server, browsers } = await signedIn(ONE, 2);
  const [older, newer] = browsers as [Browser, Browser];
  const stateOf = async (browser: Browser): Promise<unknown> => {
    await browser.visit(`/redirect?uid=${server.engine.begin()}`);
    const { json } = await browser.call('GET', '/summary/auth');
    return json['isAlreadyAuth'] === true ? 'signed in' : (json['askedAgain'] ?? null);
  };
  expect([await stateOf(older), await stateOf(newer), await stateOf(server.browser())]).toEqual([
    'elsewhere',
    'signed in',
    null,
  ]);
  await signIn(older, 'kim');
  expect([await stateOf(older), await stateOf(newer)]).toEqual(['signed in', 'elsewhere']);
  await newer.visit('/logout', { 'Sec-Fetch-Site': 'same-origin' });
  expect(await stateOf(newer)).toBeNull();
});

test('nobody else is signed out', async () => {
  const { server, browsers } = await signedIn(ONE, 1);
  await signIn(server.browser(), 'gil');
  expect(await Promise.all(browsers.map((browser) => isIn(server, browser)))).toEqual([true]);
});

test('of sign-ins at once by two servers one stays', async () => {
  const server = await testServer(ONE);
  const servers = [server, serverOn(server.db, ONE, server.engine)];
  const browsers = servers.map((one) => one.browser());
  await Promise.all(browsers.map((browser) => signIn(browser, 'kim')));
  const stay = await Promise.all(browsers.map((browser) => isIn(server, browser)));
  expect(stay.filter(Boolean)).toHaveLength(1);
});
