import { expect } from 'vitest';
import { AWKWARD_PASSWORDS } from '#tests/support/server/accounts.ts';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { testServer } from '#tests/support/server/server.ts';
import { authenticate, checkPolicy, fetchPolicyId, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';

test('a password completes the login and continues the pending request', async () => {
  const { browser, engine, clock } = await testServer();
  const id = engine.beginRequest();
  const kim = browser();
  await kim.visit(`/redirect?uid=${id}`);

  const { status, json } = await signIn(kim, 'kim');

  expect(status).toBe(200);
  expect(json).toEqual({
    status: 200,
    to: `http://localhost:8080/oauth2/authorize/${id}`,
    auth: 'Y',
    expiredDay: '',
    accessToken: '',
  });
  expect(engine.finishedRequests).toEqual([
    { id, login: { userId: 'kim', amr: ['pwd'], steps: 1, at: clock.now, signedInAt: clock.now } },
  ]);
});

test('without a request the login leads to the client', async ({ engine, browser }) => {
  const { json } = await signIn(browser, 'kim');
  expect(json['to']).toBe('http://localhost:8081/service/login');
  expect(engine.finishedRequests).toEqual([]);
});

test('an expired request is not continued', async ({ engine, browser: kim }) => {
  const id = engine.beginRequest();
  await kim.visit(`/redirect?uid=${id}`);
  engine.removeRequest(id);
  expect((await signIn(kim, 'kim')).json['to']).toBe('http://localhost:8081/service/login');
});

test('a login at one of two clients continues the request of this client', async () => {
  const { browser, engine } = await testServer({ clients: [serviceOf('other')] });
  const kim = browser();
  await kim.visit(`/redirect?uid=${engine.beginRequest({ clientId: 'other' })}`);
  const newest = engine.beginRequest();
  await kim.visit(`/redirect?uid=${newest}`);
  const { json } = await signIn(kim, 'kim', { clientId: 'other' });
  expect(json['to']).toBe('http://localhost:8080/oauth2/authorize/request-1');
  expect(engine.finishedRequests.map(({ id }) => id)).toEqual(['request-1']);
});

test('the request of the page is continued, not a newer one of the same client', async ({
  engine,
  browser: kim,
}) => {
  const [own, newest] = [engine.beginRequest(), engine.beginRequest()];
  await kim.visit(`/redirect?uid=${own}`);
  await kim.visit(`/redirect?uid=${newest}`);
  const redirect = `http://localhost:8080/oauth2/authorize/${own}`;
  expect((await signIn(kim, 'kim', { redirect })).json['to']).toBe(redirect);
  expect(engine.finishedRequests.map(({ id }) => id)).toEqual([own]);
});

test.for([
  ['of another client', 'http://localhost:8080/oauth2/authorize/of-other'],
  ['that has ended', 'http://localhost:8080/oauth2/authorize/unknown'],
  ['at another address', 'https://elsewhere.example/oauth2/authorize/own'],
  ['that is no address', 'own'],
] as const)('instead of a request %s the newest of the client is continued', async ([, redirect]) => {
  const { browser, engine } = await testServer({ clients: [serviceOf('other')] });
  const kim = browser();
  engine.beginRequest({ id: 'of-other', clientId: 'other' });
  engine.beginRequest({ id: 'own' });
  const newest = engine.beginRequest();
  await kim.visit(`/redirect?uid=${newest}`);
  await signIn(kim, 'kim', { redirect });
  expect(engine.finishedRequests.map(({ id }) => id)).toEqual([newest]);
});

test('a login without a request, at a client without an address, has no return target', async () => {
  const { browser } = await testServer({ clients: [serviceOf('other')] });
  expect((await signIn(browser(), 'kim', { clientId: 'other' })).json['to']).toBe('');
});

test.for(Object.entries(AWKWARD_PASSWORDS))(
  'the password of %s arrives unchanged',
  async ([userId, secret], { server: { browser } }) => {
    expect((await signIn(browser(), userId, { secret })).status).toBe(200);
    expect((await signIn(browser(), userId, { secret: `${secret} ` })).json['errCode']).toBe('001');
  },
);

test('decomposed Hangul is the same password', async ({ browser }) => {
  const secret = AWKWARD_PASSWORDS.hangul.normalize('NFD');
  expect(secret).not.toBe(AWKWARD_PASSWORDS.hangul);
  expect((await signIn(browser, 'hangul', { secret })).status).toBe(200);
});

test.for(['en', 'ko', 'jp'])(
  'a wrong password is answered with its code and counters only: %s',
  async (language, { browser: kim }) => {
    const policyId = await fetchPolicyId(kim, 'kim');
    const userPassword = `wrong|demo-oidc||1|-1|oidc|web|${policyId}|N|N|||||`;
    const answer = await kim.call('POST', '/authenticate', {
      body: { userId: 'kim', userPassword },
      headers: { 'X-Language': language },
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ status: 400, errCode: '001', message: '', failCount: 1, maxCount: 5 });
  },
);

test.for([
  ['choi', '001_1'],
  ['jung', '002'],
  ['han', '002_1'],
  ['shin', '002_2'],
  ['ryu', '002_3'],
])('%s is refused: %s', async ([userId = '', errCode], { engine, browser: person }) => {
  await person.visit(`/redirect?uid=${engine.beginRequest()}`);
  const { status, json } = await signIn(person, userId);
  expect({ status, errCode: json['errCode'] }).toEqual({ status: 400, errCode });
  expect(engine.finishedRequests).toEqual([]);
  expect((await person.call('GET', '/summary/auth')).json['isAlreadyAuth']).toBe(false);
});

test.for(['jung', 'han', 'shin', 'ryu'])(
  'the state of %s is not revealed without the password',
  async (userId, { browser }) => {
    expect((await signIn(browser, userId, { secret: 'wrong' })).json['errCode']).toBe('001');
  },
);

test.for([
  ['seo', '2026-01-31 23:59:59'],
  ['admin', '1901-01-01 01:21:17'],
])('%s has to change the password first', async ([userId = '', expiredDay], { engine, browser: person }) => {
  const id = engine.beginRequest();
  await person.visit(`/redirect?uid=${id}`);
  const { status, json } = await signIn(person, userId);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    to: '/change',
    auth: `http://localhost:8080/oauth2/authorize/${id}`,
    expiredDay,
    accessToken: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(engine.finishedRequests).toEqual([]);
  expect((await person.call('GET', '/summary/auth')).json['isAlreadyAuth']).toBe(false);
});

test('an initial password has no expiry day', async ({ browser }) => {
  const { json } = await signIn(browser, 'newcomer', { secret: 'Newcomer!1' });
  expect(json).toMatchObject({ to: '/change', expiredDay: '' });
});

test('a password is valid on its last day', async ({ clock, browser }) => {
  clock.now = Date.parse('2026-01-31T23:59:00+09:00');
  expect((await signIn(browser, 'seo')).json['to']).toBe('http://localhost:8081/service/login');
});

test('two concurrent logins both succeed with one session', async ({ engine, browser: kim }) => {
  const id = engine.beginRequest();
  await kim.visit(`/redirect?uid=${id}`);
  const policyId = await fetchPolicyId(kim, 'kim');
  const twin = kim.clone();
  const answers = await Promise.all([kim, twin].map((one) => authenticate(one, 'kim', { policyId })));

  expect(answers.map(({ json: { to } }) => to)).toEqual(
    Array(2).fill(`http://localhost:8080/oauth2/authorize/${id}`),
  );
  expect(answers.map(({ headers }) => headers.getSetCookie().length).sort()).toEqual([0, 2]);
  const [browserWithCookies] = [kim, twin].filter(
    (_, index) => answers[index]?.headers.getSetCookie().length === 2,
  );
  expect((await browserWithCookies?.call('GET', '/summary/auth'))?.json['isAlreadyAuth']).toBe(true);
});

test('the default method that a login sets applies to the next policy check in every browser', async ({
  server: { browser },
}) => {
  await signIn(browser(), 'lee', { fixed: 'Y' });
  expect((await checkPolicy(browser(), 'lee')).json['fixedToken']).toEqual({
    authType: '-1',
    alwaysSend: 'N',
  });
  await signIn(browser(), 'lee', { fixed: 'N' });
  expect((await checkPolicy(browser(), 'lee')).json['fixedToken']).toBeNull();
});

test('a failed login does not change the default method', async ({ server: { browser } }) => {
  await signIn(browser(), 'lee', { fixed: 'Y' });
  await signIn(browser(), 'lee', { fixed: 'N', secret: 'wrong' });
  expect((await checkPolicy(browser(), 'lee')).json['fixedToken']).not.toBeNull();
});

test('a malformed userPassword is refused', async ({ browser }) => {
  const { status, json } = await browser.call('POST', '/authenticate', {
    body: { userId: 'kim', userPassword: 'nothing' },
  });
  expect([status, json['errCode']]).toEqual([400, 'malformed']);
});
