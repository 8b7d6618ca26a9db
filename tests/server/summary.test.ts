import { expect } from 'vitest';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';

const EMPTY_SUMMARY = {
  status: 200,
  clientId: '',
  userId: '',
  redirectUrl: '',
  isAlreadyAuth: false,
  scopes: [],
};
const OTHER_SERVICE = serviceOf('other');

test('without a request there is no summary', async ({ browser }) => {
  const { status, json } = await browser.call('GET', '/summary/auth');
  expect(status).toBe(200);
  expect(json).toEqual(EMPTY_SUMMARY);
});

test('the summary of a finished login names the person and the address of the service', async ({
  server: { browser, engine },
}) => {
  const kim = browser();
  const uid = engine.beginRequest();
  await kim.visit(`/redirect?uid=${uid}`);
  await signIn(kim, 'kim');
  engine.removeRequest(uid);
  const { json } = await kim.call('GET', '/summary/auth');
  expect(json).toEqual({
    ...EMPTY_SUMMARY,
    userId: 'kim',
    isAlreadyAuth: true,
    redirectUrl: 'http://localhost:8081/service/login',
  });
  const otherBrowser = browser();
  await otherBrowser.visit(`/redirect?uid=${engine.beginRequest()}`);
  engine.removeRequest('request-1');
  expect((await otherBrowser.call('GET', '/summary/auth')).json).toMatchObject({ isAlreadyAuth: false });
});

test('a request has a summary in its own session only', async ({ server: { browser, engine } }) => {
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
  expect((await browser().call('GET', '/summary/auth')).json).toEqual(EMPTY_SUMMARY);
});

test('a SAML request has a service id, and pipes are removed', async ({ engine, browser: kim }) => {
  const id = engine.beginRequest({ protocol: 'saml', clientId: 'sp|1', scopes: [] });
  await kim.visit(`/redirect?uid=${id}`);
  const { json } = await kim.call('GET', '/summary/auth');
  expect(json).toMatchObject({ serviceId: 'sp1', scopes: [] });
  expect(json).not.toHaveProperty('clientId');
});

test('the request of the last opened page is current', async () => {
  const { browser, engine } = await testServer({ clients: [OTHER_SERVICE] });
  const kim = browser();
  await kim.visit(`/redirect?uid=${engine.beginRequest({ clientId: 'other' })}`);
  await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
  expect((await kim.call('GET', '/summary/auth')).json['clientId']).toBe('demo-oidc');
  await kim.visit('/redirect?uid=request-1');
  expect((await kim.call('GET', '/summary/auth')).json['clientId']).toBe('other');
});

test('the summary of a request can be requested by its id', async () => {
  const { browser, engine } = await testServer({ clients: [OTHER_SERVICE] });
  const kim = browser();
  const [first, second] = [engine.beginRequest({ clientId: 'other' }), engine.beginRequest()];
  await kim.visit(`/redirect?uid=${first}`);
  await kim.visit(`/redirect?uid=${second}`);
  expect((await kim.call('GET', `/summary/auth?uid=${first}`)).json['clientId']).toBe('other');
  expect((await kim.call('GET', `/summary/auth?uid=${second}`)).json['clientId']).toBe('demo-oidc');
  engine.removeRequest(first);
  expect((await kim.call('GET', `/summary/auth?uid=${first}`)).json).toEqual(EMPTY_SUMMARY);
});

test('an ended request has no summary', async ({ engine, browser: kim }) => {
  const id = engine.beginRequest();
  await kim.visit(`/redirect?uid=${id}`);
  engine.removeRequest(id);
  expect((await kim.call('GET', '/summary/auth')).json).toEqual(EMPTY_SUMMARY);
});

test('the page of an ended request redirects to the start page', async ({ browser }) => {
  const { status, headers } = await browser.visit('/redirect?uid=gone');
  expect({ status, location: headers.get('Location') }).toEqual({ status: 303, location: '/login' });
});

test('a request is added to a session only by its own page', async ({ engine, browser: kim }) => {
  await kim.visit(`/first?uid=${engine.beginRequest()}`);
  expect((await kim.call('GET', '/summary/auth')).json).toEqual(EMPTY_SUMMARY);
});

test('the summary names the signed-in person, whatever ID the service suggests', async ({
  engine,
  browser: kim,
}) => {
  await signIn(kim, 'kim');
  await kim.visit(`/redirect?uid=${engine.beginRequest({ loginHint: 'lee' })}`);
  expect((await kim.call('GET', '/summary/auth')).json).toMatchObject({ userId: 'kim', isAlreadyAuth: true });
});

const STRICT_FILE = {
  clients: [{ ...OTHER_SERVICE, clientId: 'strict' }],
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
  ['a service that requires a new login', { wantsFreshLogin: true }, 'renew'],
  ['a proof that is too old', { maxAgeSeconds: 59 }, 'renew'],
  ['a policy that requires more', { clientId: 'strict' }, 'more'],
  ['a new login and a policy that requires more', { clientId: 'strict', wantsFreshLogin: true }, 'more'],
] as const)(
  'the summary says why a signed-in person has to sign in again: %s',
  async ([, request, reauthReason]) => {
    const { browser, engine, wait, clock } = await testServer(STRICT_FILE);
    const kim = browser();
    await signIn(kim, 'kim');
    wait(60_000);
    await kim.visit(`/redirect?uid=${engine.beginRequest({ ...request, startedAt: clock.now })}`);
    expect((await kim.call('GET', '/summary/auth')).json).toMatchObject({
      userId: 'kim',
      isAlreadyAuth: false,
      reauthReason,
    });
  },
);

test('the summary gives no such reason to anybody else', async ({
  server: { browser, engine, wait, clock },
}) => {
  const kim = browser();
  await signIn(kim, 'kim');
  await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
  expect((await kim.call('GET', '/summary/auth')).json).not.toHaveProperty('reauthReason');
  wait(1000);
  const other = { loginHint: 'lee', wantsFreshLogin: true, startedAt: clock.now };
  await kim.visit(`/redirect?uid=${engine.beginRequest(other)}`);
  expect((await kim.call('GET', '/summary/auth')).json).not.toHaveProperty('reauthReason');
  const otherBrowser = browser();
  await otherBrowser.visit(`/redirect?uid=${engine.beginRequest({ wantsFreshLogin: true })}`);
  expect((await otherBrowser.call('GET', '/summary/auth')).json).not.toHaveProperty('reauthReason');
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
