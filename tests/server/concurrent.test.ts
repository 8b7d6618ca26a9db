import { expect, test } from 'vitest';
import type { Browser } from '#tests/support/server/browser.ts';
import { serverOn, type TestServer, testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';
import { statusAndErrCode } from './methods/steps.ts';

const END_OLDEST = { session: { concurrent: 'endOldest' } };

const isSignedIn = async ({ portal }: TestServer, browser: Browser): Promise<boolean> => {
  const session = await portal.sessions.open(browser.cookieHeader);
  return session !== null && (await portal.sessions.findLogin(session)) !== null;
};

/** Browsers in which kim has signed in, the oldest first. */
async function signInBrowsers(file: Readonly<Record<string, unknown>>, count: number) {
  const server = await testServer(file);
  const browsers: Browser[] = [];
  for (let index = 0; index < count; index += 1) {
    const browser = server.browser();
    await browser.visit(`/redirect?uid=${server.engine.beginRequest()}`);
    expect((await signIn(browser, 'kim')).status).toBe(200);
    await server.portal.logins.recordEngineSession(browser.cookieHeader, 'kim', `engine ${index}`);
    browsers.push(browser);
    server.wait(1_000);
  }
  return { server, browsers };
}

test.for([
  [{}, [true, true, true]],
  [{ session: { concurrent: 'allow' } }, [true, true, true]],
  [END_OLDEST, [false, false, true]],
  [{ session: { ...END_OLDEST.session, maxConcurrent: 2 } }, [false, true, true]],
] as const)('of three browsers that sign in with %j, %j stay signed in', async ([file, stay]) => {
  const { server, browsers } = await signInBrowsers(file, 3);
  expect(await Promise.all(browsers.map((browser) => isSignedIn(server, browser)))).toEqual(stay);
  const ended = stay.flatMap((stays, index) => (stays ? [] : [`engine ${index}`]));
  expect(server.engine.endedSessionNames).toEqual(ended);
  expect(server.audited.filter(({ event }) => event === 'session.ended')).toEqual(
    ended.map(() => expect.objectContaining({ account: 'kim', way: 'replaced' })),
  );
});

test('a browser whose session was ended shows the reason until it signs in again', async () => {
  const { server, browsers } = await signInBrowsers(END_OLDEST, 2);
  const [older, newer] = browsers as [Browser, Browser];
  const stateOf = async (browser: Browser): Promise<unknown> => {
    await browser.visit(`/redirect?uid=${server.engine.beginRequest()}`);
    const { json } = await browser.call('GET', '/summary/auth');
    return json['isAlreadyAuth'] === true ? 'signed in' : (json['reauthReason'] ?? null);
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

test('a sign-in of another person ends no session', async () => {
  const { server, browsers } = await signInBrowsers(END_OLDEST, 1);
  await signIn(server.browser(), 'gil');
  expect(await Promise.all(browsers.map((browser) => isSignedIn(server, browser)))).toEqual([true]);
});

test.for([
  ['endOldest', ['Y', 'Y']],
  ['ask', ['N', 'Y']],
] as const)(
  'of concurrent sign-ins at two servers one browser stays signed in with %s',
  async ([concurrent, auth]) => {
    const file = { session: { concurrent } };
    const server = await testServer(file);
    const servers = [server, serverOn(server.db, file, server.engine)];
    const browsers = servers.map((one) => one.browser());
    const answers = await Promise.all(browsers.map((browser) => signIn(browser, 'kim')));
    expect(answers.map(({ json }) => json['auth']).toSorted()).toEqual(auth);
    const stay = await Promise.all(browsers.map((browser) => isSignedIn(server, browser)));
    expect(stay.filter(Boolean)).toHaveLength(1);
  },
);

const ask = (maxConcurrent = 1) => ({ session: { concurrent: 'ask', maxConcurrent } });

type OpenSignIns = {
  readonly limit: number;
  readonly leastEnds: number;
  readonly signIns: readonly { sessionId: string }[];
};

/** Browsers in which kim is signed in, and a new one with `ask`, in which kim chooses which of the others to sign out. */
async function signInWithAsk(maxConcurrent: number, count: number) {
  const { server, browsers } = await signInBrowsers({ session: { concurrent: 'allow' } }, count);
  const askingServer = serverOn(server.db, ask(maxConcurrent), server.engine);
  const browser = askingServer.browser();
  await browser.visit(`/redirect?uid=${askingServer.engine.beginRequest()}`);
  const { json } = await signIn(browser, 'kim');
  const headers = { Authorization: `Bearer ${json['endSignIns']}` };
  const openSignIns = async () =>
    (await browser.call('GET', '/data/portal/open-sign-ins', { headers })).json as unknown as OpenSignIns;
  const endSignIns = (ends: readonly (string | undefined)[]) =>
    browser.call('POST', '/data/portal/open-sign-ins/end', { headers, body: { ends } });
  return { server: askingServer, browsers, browser, json, openSignIns, endSignIns };
}

test.for([
  [1, 1, 1, [0], [false]],
  [2, 1, 0, [], [true]],
  [2, 2, 1, [1], [false, true]],
  [3, 1, 0, [0], [false]],
  [1, 2, 2, [0, 1], [false, false]],
] as const)(
  'with a limit of %i and %i open sign-ins at least %i must be ended: after %j (newest first) %j stay signed in',
  async ([maxConcurrent, count, leastEnds, chosen, stay]) => {
    const { server, browsers, browser, json, openSignIns, endSignIns } = await signInWithAsk(
      maxConcurrent,
      count,
    );
    expect([json['auth'], await isSignedIn(server, browser)]).toEqual(['N', false]);
    const { signIns, limit, leastEnds: shownLeastEnds } = await openSignIns();
    expect([limit, shownLeastEnds, signIns.length]).toEqual([maxConcurrent, leastEnds, count]);
    if (leastEnds > 0) {
      expect(
        statusAndErrCode(await endSignIns(signIns.slice(0, leastEnds - 1).map(({ sessionId }) => sessionId))),
      ).toEqual([409, 'signedInElsewhere']);
    }
    const answer = await endSignIns(chosen.map((index) => signIns[index]?.sessionId));
    expect([answer.status, answer.json['auth']]).toEqual([200, 'Y']);
    expect(await Promise.all([...browsers, browser].map((one) => isSignedIn(server, one)))).toEqual([
      ...stay,
      true,
    ]);
    const ended = stay.flatMap((stays, index) => (stays ? [] : [`engine ${index}`]));
    expect(server.engine.endedSessionNames.toSorted()).toEqual(ended);
    expect(server.audited.filter(({ event }) => event === 'session.ended')).toEqual(
      ended.map(() => expect.objectContaining({ account: 'kim', way: 'replaced' })),
    );
    expect((await endSignIns([])).status).toBe(401);
  },
);

test('with “ask”, a first sign-in or another in the same browser does not have to end any', async () => {
  const { server, browsers } = await signInBrowsers(ask(), 1);
  expect(await isSignedIn(server, browsers[0] as Browser)).toBe(true);
  const { browser, endSignIns } = await signInWithAsk(2, 1);
  expect((await endSignIns([])).status).toBe(200);
  expect((await signIn(browser, 'kim')).json).toMatchObject({ auth: 'Y' });
});

test('a login that waited too long, or with a disabled account, ends no sign-in', async () => {
  const { server, browsers, endSignIns } = await signInWithAsk(2, 1);
  const setStatus = (status: string) => server.db.prepare('UPDATE accounts SET status = ?').run(status);
  await setStatus('disabled');
  expect((await endSignIns([])).json['errCode']).toBe('notAuthorized');
  await setStatus('active');
  server.wait(10 * 60_000);
  expect((await endSignIns([])).json['errCode']).toBe('notAuthorized');
  expect(await isSignedIn(server, browsers[0] as Browser)).toBe(true);
});
