import { expect } from 'vitest';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';

const NOTHING = { status: 200, clientId: '', userId: '', redirectUrl: '', isAlreadyAuth: false, scopes: [] };
const OTHER = serviceOf('other');

test('without a request there is no summary', async ({ browser }) => {
  const { status, json } = await browser.call('GET', '/summary/auth');
  expect(status).toBe(200);
  expect(json).toEqual(NOTHING);
});

test('a finished login is summed up with person and service', async ({ server: { browser, engine } }) => {
  const kim = browser();
  const uid = engine.beginRequest();
  await kim.visit(`/redirect?uid=${uid}`);
  await signIn(kim, 'kim');
  engine.removeRequest(uid);
  const { json } = await kim.call('GET', '/summary/auth');
  expect(json).toEqual({
    ...NOTHING,
    userId: 'kim',
    isAlreadyAuth: true,
    redirectUrl: 'http://localhost:8081/service/login',
  });
  const stranger = browser();
  await stranger.visit(`/redirect?uid=${engine.beginRequest()}`);
  engine.removeRequest('request-1');
  expect((await stranger.call('GET', '/summary/auth')).json).toMatchObject({ isAlreadyAuth: false });
});

test('a request is summed up in its own session', async ({ server: { browser, engine } }) => {
  const kim = browser();
  await kim.visit(`/redirect?uid=${engine.beginRequest({ loginHint: 'kim' })}`);
  expect((await kim.call('GET', '/summary/auth')).json).toEqual({
    status: 200,
    clientId: 'demo-oidc',
    userId: 'kim',
    redirectUrl: 'http://localhost:8080/oauth2/authorize/request-1',
    isAlreadyAuth: false,
    scopes: ['openid', 'profile'],
  });
  expect((await browser().call('GET', '/summary/auth')).json).toEqual(NOTHING);
});

test('a SAML request has a service id, and pipes are removed', async ({ engine, browser: kim }) => {
  const id = engine.beginRequest({ protocol: 'saml', clientId: 'sp|1', scopes: [] });
  await kim.visit(`/redirect?uid=${id}`);
  const { json } = await kim.call('GET', '/summary/auth');
  expect(json).toMatchObject({ serviceId: 'sp1', scopes: [] });
  expect(json).not.toHaveProperty('clientId');
});

test('the newest request is current, the one before it is kept for its client', async () => {
  const { browser, engine } = await testServer({ clients: [OTHER] });
  const kim = browser();
  await kim.visit(`/redirect?uid=${engine.beginRequest({ clientId: 'other' })}`);
  await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
  expect((await kim.call('GET', '/summary/auth')).json['clientId']).toBe('demo-oidc');
  await kim.visit('/redirect?uid=request-1');
  expect((await kim.call('GET', '/summary/auth')).json['clientId']).toBe('other');
});

test('a request can be asked for by its id', async () => {
  const { browser, engine } = await testServer({ clients: [OTHER] });
  const kim = browser();
  const [first, second] = [engine.beginRequest({ clientId: 'other' }), engine.beginRequest()];
  await kim.visit(`/redirect?uid=${first}`);
  await kim.visit(`/redirect?uid=${second}`);
  expect((await kim.call('GET', `/summary/auth?uid=${first}`)).json['clientId']).toBe('other');
  expect((await kim.call('GET', `/summary/auth?uid=${second}`)).json['clientId']).toBe('demo-oidc');
  engine.removeRequest(first);
  expect((await kim.call('GET', `/summary/auth?uid=${first}`)).json).toEqual(NOTHING);
});

test('an ended request has no summary', async ({ engine, browser: kim }) => {
  const id = engine.beginRequest();
  await kim.visit(`/redirect?uid=${id}`);
  engine.removeRequest(id);
  expect((await kim.call('GET', '/summary/auth')).json).toEqual(NOTHING);
});

test('a visit with an ended request leads to the start page', async ({ browser }) => {
  const { status, headers } = await browser.visit('/redirect?uid=gone');
  expect({ status, location: headers.get('Location') }).toEqual({ status: 303, location: '/login' });
});

test('a request is claimed only on its own page', async ({ engine, browser: kim }) => {
  await kim.visit(`/first?uid=${engine.beginRequest()}`);
  expect((await kim.call('GET', '/summary/auth')).json).toEqual(NOTHING);
});

test('a signed-in person is named, whatever the service suggests', async ({ engine, browser: kim }) => {
  await signIn(kim, 'kim');
  await kim.visit(`/redirect?uid=${engine.beginRequest({ loginHint: 'lee' })}`);
  expect((await kim.call('GET', '/summary/auth')).json).toMatchObject({ userId: 'kim', isAlreadyAuth: true });
});

const STRICT = {
  clients: [{ ...OTHER, clientId: 'strict' }],
  policies: [
    {
      id: 'strict',
      clients: ['strict'],
      users: ['kim'],
      authType: 'other',
      methods: ['pw'],
      secondAuth: true,
    },
  ],
};

test.for([
  ['a service that asks anew', { wantsFreshLogin: true }, 'renew'],
  ['a proof that is too old', { maxAgeSeconds: 59 }, 'renew'],
  ['a policy that wants more', { clientId: 'strict' }, 'more'],
  ['both', { clientId: 'strict', wantsFreshLogin: true }, 'more'],
] as const)('a signed-in person learns why another login is needed: %s', async ([, request, askedAgain]) => {
  const { browser, engine, wait, clock } = await testServer(STRICT);
  const kim = browser();
  await signIn(kim, 'kim');
  wait(60_000);
  await kim.visit(`/redirect?uid=${engine.beginRequest({ ...request, startedAt: clock.now })}`);
  expect((await kim.call('GET', '/summary/auth')).json).toMatchObject({
    userId: 'kim',
    isAlreadyAuth: false,
    askedAgain,
  });
});

test('others do not learn why', async ({ server: { browser, engine, wait, clock } }) => {
  const kim = browser();
  await signIn(kim, 'kim');
  await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
  expect((await kim.call('GET', '/summary/auth')).json).not.toHaveProperty('askedAgain');
  wait(1000);
  const other = { loginHint: 'lee', wantsFreshLogin: true, startedAt: clock.now };
  await kim.visit(`/redirect?uid=${engine.beginRequest(other)}`);
  expect((await kim.call('GET', '/summary/auth')).json).not.toHaveProperty('askedAgain');
  const stranger = browser();
  await stranger.visit(`/redirect?uid=${engine.beginRequest({ wantsFreshLogin: true })}`);
  expect((await stranger.call('GET', '/summary/auth')).json).not.toHaveProperty('askedAgain');
});

test('a policy check signs nobody in', async ({ engine, browser: kim }) => {
  await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
  await checkPolicy(kim, 'kim');
  expect((await kim.call('GET', '/summary/auth')).json['isAlreadyAuth']).toBe(false);
});

test('the address of the portal is the configured one', async () => {
  const { browser } = await testServer({ publicUrl: 'https://login.example.com' });
  const { json } = await browser().call('GET', '/summary/domain/portal', {
    headers: { Host: 'evil.example' },
  });
  expect(json).toEqual({ status: 200, url: 'https://login.example.com' });
});
