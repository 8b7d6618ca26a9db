import { expect } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { reLogin } from '#tests/support/server/identity.ts';
import { testServer } from '#tests/support/server/server.ts';
import {
  authenticate,
  CLIENT_ID,
  checkPolicy,
  fetchPolicyId,
  passGate,
  signIn,
} from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { codeIn, enter, errCodeOrStatus, logIn, send } from './methods/steps.ts';

const MINUTE = 60_000;

test('after the fifth wrong password the correct one is refused, too', async ({ server: { browser } }) => {
  const answers: unknown[] = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    answers.push((await signIn(browser(), 'kim', { secret: 'wrong' })).json);
  }
  expect(answers).toMatchObject([
    { errCode: '001', failCount: 1, maxCount: 5 },
    { errCode: '001', failCount: 2, maxCount: 5 },
    { errCode: '001', failCount: 3, maxCount: 5 },
    { errCode: '001', failCount: 4, maxCount: 5 },
    { errCode: '001_1', failCount: 5, maxCount: 5 },
  ]);
  const { status, json } = await signIn(browser(), 'kim');
  expect(status).toBe(400);
  expect(json).toMatchObject({ errCode: '001_1', failCount: 5, maxCount: 5 });
});

test('a correct password resets the count of failures', async ({ server: { browser } }) => {
  for (let attempt = 0; attempt < 4; attempt++) await signIn(browser(), 'kim', { secret: 'wrong' });
  await signIn(browser(), 'kim');
  expect((await signIn(browser(), 'kim', { secret: 'wrong' })).json['failCount']).toBe(1);
});

test('a lock ends after its minutes, and the count is reset', async () => {
  const { browser, wait } = await testServer({ lock: { maxFailures: 2, minutes: 10 } });
  for (let attempt = 0; attempt < 2; attempt++) await signIn(browser(), 'kim', { secret: 'wrong' });
  wait(10 * MINUTE - 1);
  expect((await signIn(browser(), 'kim')).json['errCode']).toBe('001_1');
  wait(1);
  expect((await signIn(browser(), 'kim', { secret: 'wrong' })).json).toMatchObject({
    errCode: '001',
    failCount: 1,
  });
  expect((await signIn(browser(), 'kim')).status).toBe(200);
});

test('a lock of 0 minutes and a lock by an administrator do not end', async () => {
  const { browser, wait } = await testServer({ lock: { maxFailures: 1, minutes: 0 } });
  expect((await signIn(browser(), 'kim', { secret: 'wrong' })).json['errCode']).toBe('001_1');
  wait(365 * 24 * 60 * MINUTE);
  expect((await signIn(browser(), 'kim')).json['errCode']).toBe('001_1');
  expect((await signIn(browser(), 'choi')).json['errCode']).toBe('001_1');
});

test('a password locked in unknown browsers locks no other method', async ({ server }) => {
  const strangers = await Promise.all(Array.from({ length: 6 }, () => enter(server, 'lee')));
  const outcomes: unknown[] = [];
  for (const { browser, policyId } of strangers)
    outcomes.push(errCodeOrStatus(await reLogin(browser, 'lee', policyId, 'wrong')));
  expect(outcomes).toEqual(['001', '001', '001', '001', '001_1', '001_1']);
  const lee = await enter(server, 'lee');
  await send(lee, 'sms');
  expect((await logIn(lee, '1', codeIn(server, 'lee', 'sms'))).status).toBe(200);
});

test('a lock by an administrator applies to every method, without counters or an end', async ({ server }) => {
  const { json } = await signIn(server.browser(), 'choi');
  expect(json).toEqual({ status: 400, errCode: '001_1', message: '' });
  await server.portal.storage
    .prepare('INSERT INTO attempts (user_id, token_code, failures, locked_until) VALUES (?, ?, 0, ?)')
    .run('lee', '-1', Number.MAX_SAFE_INTEGER);
  const lee = await enter(server, 'lee');
  for (const tokenCode of ['-1', '0', '1', '2', '3', '7', '8', '9'])
    expect(errCodeOrStatus(await logIn(lee, tokenCode, '123456'))).toBe('001_1');
});

test('failures at the password gate and at the login are counted together', async () => {
  const { browser } = await testServer({ lock: { maxFailures: 2 } });
  const kim = browser();
  const policyId = await fetchPolicyId(kim, 'kim');
  expect((await passGate(kim, 'kim', policyId, 'wrong')).json['errCode']).toBe('001');
  expect((await authenticate(kim, 'kim', { policyId, secret: 'wrong' })).json['errCode']).toBe('001_1');
});

test('of 200 concurrent guesses none over the limit is compared', async () => {
  const { browser, portal } = await testServer({ limits: { failuresPerMinute: 1000 } });
  const kim = browser();
  const policyId = await fetchPolicyId(kim, 'kim');
  const guesses = Array.from({ length: 200 }, (_, index) =>
    authenticate(kim.clone(), 'kim', { policyId, secret: `guess ${index}` }),
  );
  const answers = await Promise.all(guesses);

  const compared = answers.filter(({ json }) => json['errCode'] === '001');
  const locked = answers.filter(({ json }) => json['errCode'] === '001_1');
  expect(compared).toHaveLength(4);
  expect(locked).toHaveLength(196);
  expect(await portal.verifyPassword('kim', 'guess')).toBe('locked');
});

test('failures from one address are limited, without locking an account', async () => {
  const { browser, wait } = await testServer({ limits: { failuresPerMinute: 3 } });
  for (let attempt = 0; attempt < 3; attempt++) await checkPolicy(browser(), `nobody${attempt}`);
  const { status, headers, json } = await checkPolicy(browser(), 'kim');
  expect({ status, retryAfter: headers.get('Retry-After'), errCode: json['errCode'] }).toEqual({
    status: 429,
    retryAfter: '60',
    errCode: 'tooMany',
  });
  wait(MINUTE);
  expect((await signIn(browser(), 'kim')).status).toBe(200);
});

test('wrong passwords count for the address too', async () => {
  const { browser } = await testServer({ limits: { failuresPerMinute: 2 } });
  const kim = browser();
  const policyId = await fetchPolicyId(kim, 'kim');
  for (const secret of ['one', 'two']) await authenticate(kim, 'kim', { policyId, secret });
  expect((await authenticate(kim, 'kim', { policyId })).status).toBe(429);
  const { status, headers } = await passGate(kim, 'kim', policyId);
  expect([status, headers.get('Retry-After')]).toEqual([429, '60']);
});

test('concurrent wrong passwords for many accounts are compared only up to the limit of the address', async () => {
  const { browser } = await testServer({ limits: { failuresPerMinute: 4 } });
  const people = await Promise.all(
    ['kim', 'pipe', 'spaces'].map(async (userId) => {
      const personBrowser = browser();
      return { userId, personBrowser, policyId: await fetchPolicyId(personBrowser, userId) };
    }),
  );
  const answers = await Promise.all(
    [...people, ...people].map(({ userId, personBrowser, policyId }) =>
      authenticate(personBrowser.clone(), userId, { policyId, secret: 'wrong' }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 429, 429]);
});

test('a correct password does not count against its address', async () => {
  const { browser } = await testServer({ limits: { failuresPerMinute: 1 } });
  for (let time = 0; time < 3; time++) expect((await signIn(browser(), 'kim')).status).toBe(200);
});

test('eight concurrent correct passwords lock nobody out', async ({ portal }) => {
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => portal.verifyPassword('kim', SEED_PASSWORD)),
  );
  expect(outcomes).toEqual(Array(8).fill('right'));
  expect(await portal.verifyPassword('kim', 'wrong')).toEqual({ failures: 1 });
});

test('limits normalise addresses, ignore ports and count IPv6 addresses by their /64', async () => {
  const { browser } = await testServer({ trustProxy: true, limits: { failuresPerMinute: 1 } });
  const failFrom = async (address: string): Promise<number> => {
    const body = { userId: 'nobody', clientId: CLIENT_ID };
    const headers = { 'X-Forwarded-For': `198.51.100.1, ${address}` };
    return (await browser().call('POST', '/auth/policy/check', { body, headers })).status;
  };
  const rows = [
    ['192.0.2.7', '192.0.2.7:40001', '192.0.2.8'],
    ['192.0.2.17', '::ffff:192.0.2.17', '::ffff:c000:212'],
    ['::ffff:192.0.2.27', '[::ffff:c000:21b]:443', '192.0.2.28:443'],
    ['2001:db8:0:1::1', '2001:DB8::1:ffff:0:0:2', '2001:db8:0:2::1'],
    ['[2001:db8:1:1::1]:443', '2001:db8:1:1::3%eth0', '2001:db8:1::1'],
  ] as const;
  for (const [first, same, other] of rows) {
    expect([await failFrom(first), await failFrom(same), await failFrom(other)]).toEqual([404, 429, 404]);
  }
});

test('an operator can set the prefix lengths, and the audit contains the whole address', async () => {
  const { browser, audited } = await testServer({
    trustProxy: true,
    limits: { failuresPerMinute: 1, ipv6Prefix: 40 },
  });
  const addresses = ['2001:db8:100::1', '2001:db8:1ff::1', '2001:db8:200::1'];
  const statuses: number[] = [];
  for (const address of addresses) {
    const body = { userId: 'nobody', clientId: CLIENT_ID };
    const headers = { 'X-Forwarded-For': address };
    statuses.push((await browser().call('POST', '/auth/policy/check', { body, headers })).status);
  }
  expect(statuses).toEqual([404, 429, 404]);
  expect(audited.map(({ address }) => address)).toContain('2001:db8:200::1');
});
