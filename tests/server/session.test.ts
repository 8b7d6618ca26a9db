import { expect } from 'vitest';
import { LIFETIMES } from '#server/storage/lifetimes.ts';
import { minLifetimeMs } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import { sweep } from '#server/storage/sweep.ts';
import { type Browser, hasValidChallenge } from '#tests/support/server/browser.ts';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { NOON, testServer } from '#tests/support/server/server.ts';
import {
  authenticate,
  challengeKeyOf,
  checkPolicy,
  fetchPolicyId,
  passGate,
  signIn,
} from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';

const MINUTE = 60_000;

const rowCount = async (db: Storage, table: string): Promise<unknown> =>
  (await db.prepare(`SELECT count(*) AS n FROM ${table}`).get())?.['n'];

/** The status of the call for an account. The call is refused unless the person's ID was entered in the session. */
const accountStatus = async (browser: Browser, userId = 'kim'): Promise<number> =>
  (await browser.call('GET', `/data/sso/accounts/${userId}?clientId=demo-oidc`)).status;

test('the session cookie is not readable by scripts and not sent by other sites', async ({ browser }) => {
  const { headers } = await browser.visit('/login');
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^munjigi_session=s1\.[\w.-]{80,240}; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
});

test('on https the session cookie is bound to the host', async () => {
  const { browser } = await testServer({ publicUrl: 'https://login.example.com' });
  const { headers } = await browser().visit('/login');
  expect(headers.getSetCookie()[0]).toMatch(
    /^__Host-munjigi_session=s1\.[\w.-]{80,240}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('a page request with a session gets no new one, and one with an invented id does', async ({
  browser: kim,
}) => {
  await kim.visit('/login');
  expect((await kim.visit('/login')).headers.getSetCookie()).toEqual([]);
  kim.cookies.set('munjigi_session', 'chosen-by-someone-else');
  await kim.visit('/login');
  expect(kim.cookies.get('munjigi_session')).not.toBe('chosen-by-someone-else');
});

test('a visitor who has done nothing has no stored session, and continues from the cookie a week later', async () => {
  const { browser, db, engine, portal, wait } = await testServer();
  const rowCounts = () =>
    Promise.all(
      ['sessions', 'session_ids', 'session_requests', 'screens'].map((table) => rowCount(db, table)),
    );
  const kim = browser();
  const ids = Array.from({ length: 50 }, () => engine.beginRequest());
  for (const id of ids) {
    for (const visitor of [kim, browser()]) {
      for (const path of ['/', '/login', `/redirect?uid=${id}`]) {
        expect((await visitor.visit(path)).status).toBe(200);
      }
      await visitor.call('GET', '/summary/auth');
    }
  }
  expect((await checkPolicy(kim, 'nobody')).status).toBe(404);
  expect(await rowCounts()).toEqual([0, 0, 0, 0]);

  wait(7 * 24 * 60 * MINUTE);
  const key = await challengeKeyOf(portal, kim);
  const elsewhere = kim.clone();
  const answers = await Promise.all([kim, elsewhere].map((tab) => checkPolicy(tab, 'kim')));
  for (const answer of answers) expect(hasValidChallenge(answer, key ?? '')).toBe(true);
  expect(await rowCounts()).toEqual([1, 1, 1, 0]);
  const policyId = String(answers[0]?.json['policyId']);
  expect((await authenticate(kim, 'kim', { policyId })).json['to']).toContain(ids.at(-1));
});

test.for([
  ['is older than a week', 7 * 24 * 60 * MINUTE + 1, (id: string) => id],
  ['was changed', 0, (id: string) => id.replace(/.(?=.{30}$)/, (one) => (one === 'A' ? 'B' : 'A'))],
  [
    'is not sealed',
    0,
    () => encodeURIComponent(JSON.stringify({ challengeKey: 'x', requests: [], begunAt: NOON })),
  ],
] as const)('a session in a cookie that %s is not accepted', async ([, afterMs, changeId]) => {
  const { browser, portal, wait } = await testServer();
  const kim = browser();
  await kim.visit('/login');
  wait(afterMs);
  kim.cookies.set('munjigi_session', changeId(kim.cookies.get('munjigi_session') ?? ''));
  expect(await challengeKeyOf(portal, kim)).toBeNull();
});

test('a replaced session id does not open its session after 10 s, but begins another', async ({
  db,
  portal,
  wait,
  browser: kim,
}) => {
  await kim.visit('/login');
  const old = kim.clone();
  await signIn(kim, 'kim');
  wait(10_000);
  expect((await checkPolicy(old, 'kim')).headers.getSetCookie()).toHaveLength(1);
  expect((await portal.sessions.open(kim.cookieHeader))?.key).not.toBe(
    (await portal.sessions.open(old.cookieHeader))?.key,
  );
  expect(await rowCount(db, 'sessions')).toBe(2);
});

test('session ids are not in the database', async ({ db, browser: kim }) => {
  await signIn(kim, 'kim');
  const stored = await db.prepare('SELECT id_hash FROM session_ids').all();
  const rows = stored
    .map((row) =>
      Buffer.from(row['id_hash'] as Uint8Array)
        .toString('hex')
        .toUpperCase(),
    )
    .join();
  expect(rows).not.toContain(kim.cookies.get('munjigi_session'));
  expect(rows).not.toContain(
    Buffer.from(kim.cookies.get('munjigi_session') ?? '')
      .toString('hex')
      .toUpperCase(),
  );
});

test('each rise of privilege changes the session id, but not the challenge key', async ({
  portal,
  browser: kim,
}) => {
  const id = () => kim.cookies.get('munjigi_session');
  const key = () => challengeKeyOf(portal, kim);
  await kim.visit('/login');
  const [firstId, firstKey] = [id(), await key()];
  const policyId = await fetchPolicyId(kim, 'kim');
  expect(id()).toBe(firstId);
  await passGate(kim, 'kim', policyId);
  const gateId = id();
  expect(gateId).not.toBe(firstId);
  await authenticate(kim, 'kim', { policyId });
  expect(id()).not.toBe(gateId);
  expect(await key()).toBe(firstKey);
});

test('a replaced session id is valid for 10 s, with the proofs from before the rise alone', async () => {
  const { browser, engine, portal, wait } = await testServer();
  const kim = browser();
  await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
  const policyId = await fetchPolicyId(kim, 'kim');
  const key = (await portal.sessions.open(kim.cookieHeader))?.challengeKey ?? '';
  const old = kim.clone();
  await authenticate(kim, 'kim', { policyId });

  wait(9_999);
  const late = await old.call('GET', '/data/sso/accounts/kim?clientId=demo-oidc');
  expect(late.status).toBe(200);
  expect(hasValidChallenge(late, key)).toBe(true);
  expect(late.headers.getSetCookie()).toEqual([]);
  expect((await old.call('GET', '/summary/auth')).json).toMatchObject({
    clientId: 'demo-oidc',
    isAlreadyAuth: false,
  });
  expect((await kim.call('GET', '/summary/auth')).json['isAlreadyAuth']).toBe(true);

  wait(1);
  expect(await accountStatus(old)).toBe(404);
  expect((await kim.call('GET', '/summary/auth')).json['isAlreadyAuth']).toBe(true);
});

test('a replaced session id does not have a password that was proved after it', async ({
  portal,
  browser: kim,
}) => {
  const policyId = await fetchPolicyId(kim, 'kim');
  const old = kim.clone();
  await passGate(kim, 'kim', policyId);
  const passwordAt = async (header: string) => {
    const session = await portal.sessions.open(header);
    return session && (await portal.proofs.find(session, 'demo-oidc', 'kim'))?.passwordAt;
  };
  expect(await passwordAt(old.cookieHeader)).toBeNull();
  expect(await passwordAt(kim.cookieHeader)).toBeTypeOf('number');
});

test('30 idle minutes end the proofs, but neither the key nor the pending request', async () => {
  const { browser, engine, portal, wait } = await testServer();
  const kim = browser();
  const id = engine.beginRequest();
  await kim.visit(`/redirect?uid=${id}`);
  const key = (await challengeKeyOf(portal, kim)) ?? '';
  await signIn(kim, 'kim');
  wait(30 * MINUTE);
  expect((await kim.call('GET', '/summary/auth')).json['isAlreadyAuth']).toBe(true);
  wait(30 * MINUTE + 1);
  const answer = await kim.call('GET', '/summary/auth');
  expect(answer.json).toMatchObject({ clientId: 'demo-oidc', isAlreadyAuth: false });
  expect(hasValidChallenge(answer, key)).toBe(true);
  expect(await accountStatus(kim)).toBe(404);
});

test('a session lasts as long as its page expects, although its use is stored only now and then', async () => {
  const { browser, portal, wait } = await testServer();
  const kim = browser();
  await checkPolicy(kim, 'kim');
  wait(29_999);
  expect(await accountStatus(kim)).toBe(200);
  wait(minLifetimeMs(portal.config.session));
  expect(await accountStatus(kim)).toBe(200);
});

test('polling each second updates the last-seen time twice a minute', async ({ db, wait, browser: kim }) => {
  await checkPolicy(kim, 'kim');
  const lastSeen = async () => Number((await db.prepare('SELECT seen_at FROM sessions').get())?.['seen_at']);
  const firstSeen = await lastSeen();
  const times = new Set<number>();
  for (let second = 0; second < 60; second++) {
    wait(1000);
    await kim.call('GET', '/summary/auth');
    times.add((await lastSeen()) - firstSeen);
  }
  expect([...times]).toEqual([0, 30_000, 60_000]);
});

test('12 hours end a login that was never idle', async ({ engine, wait, browser: kim }) => {
  await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
  await signIn(kim, 'kim');
  for (let halfHour = 0; halfHour < 24; halfHour++) {
    wait(30 * MINUTE);
    expect((await kim.call('GET', '/summary/auth')).json['isAlreadyAuth']).toBe(true);
  }
  wait(1);
  expect((await kim.call('GET', '/summary/auth')).json['isAlreadyAuth']).toBe(false);
});

test('12 hours end an entered ID too', async () => {
  const { browser, wait } = await testServer({ session: { idleMinutes: 24 * 60 } });
  const kim = browser();
  await checkPolicy(kim, 'kim');
  wait(12 * 60 * MINUTE);
  expect(await accountStatus(kim)).toBe(200);
  wait(1);
  expect(await accountStatus(kim)).toBe(404);
});

test('the newest 8 requests of a session are stored', async () => {
  const clients = Array.from({ length: 9 }, (_, index) =>
    serviceOf(`client-${index}`, { initiateLoginUri: 'https://x.example/start' }),
  );
  const { browser, engine } = await testServer({ clients });
  const kim = browser();
  for (const { clientId } of clients)
    await kim.visit(`/redirect?uid=${engine.beginRequest({ clientId, id: clientId })}`);
  const targets = [];
  for (const { clientId } of clients) targets.push((await signIn(kim, 'kim', { clientId })).json['to']);
  expect(targets.slice(0, 2)).toEqual([
    'https://x.example/start',
    'http://localhost:8080/oauth2/authorize/client-1',
  ]);
});

test('the newest 8 people of a session are stored', async ({ browser: shared }) => {
  const people = ['kim', 'lee', 'choi', 'jung', 'han', 'shin', 'ryu', 'seo', 'admin'];
  for (const userId of people) await checkPolicy(shared, userId);
  const statuses = await Promise.all(people.map((userId) => accountStatus(shared, userId)));
  expect(statuses).toEqual([404, ...Array(8).fill(200)]);
});

test('two people in two tabs of one browser have separate steps', async ({ browser: shared }) => {
  const policyOfKim = await fetchPolicyId(shared, 'kim');
  const policyOfLee = await fetchPolicyId(shared, 'lee');
  expect((await authenticate(shared, 'kim', { policyId: policyOfKim })).status).toBe(200);
  expect((await authenticate(shared, 'lee', { policyId: policyOfLee })).status).toBe(200);
});

test('ended sessions are deleted from the database', async ({ server: { browser, clock, db, wait } }) => {
  await signIn(browser(), 'kim');
  wait(7 * 24 * 60 * MINUTE + 1);
  await checkPolicy(browser(), 'lee');
  await sweep(db, LIFETIMES, clock.now);
  expect(await rowCount(db, 'sessions')).toBe(1);
  expect(await rowCount(db, 'proofs')).toBe(1);
});

test('calls without a cookie and without a proof store no session', async ({ server: { browser, db } }) => {
  await browser().call('GET', '/summary/auth');
  await checkPolicy(browser(), 'nobody');
  expect(await rowCount(db, 'sessions')).toBe(0);
});
