import { describe, expect, it } from 'vitest';
import { authSummary, clientConfig, policy, SERVICE } from '#cases/samples.ts';
import { success } from '#machines/shared/result.ts';
import { NEW_REQUEST_VALUES, NO_PERSON } from '#machines/shared/session.ts';
import { openPasswordScreen, openPortal, SERVICES, sessionOf } from '#tests/support/model/portal.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';

const policyOfKim = { userId: 'kim', clientId: SERVICE, policy: policy() };

describe('an address', () => {
  it.each([
    ['/', { 'id-entry': 'withoutRequest' }, '/login'],
    ['/login', { 'id-entry': 'withoutRequest' }, '/login'],
    ['/login/', { 'id-entry': 'withoutRequest' }, '/login'],
    ['/redirect', 'redirect', '/redirect'],
    ['/oauth2/authorize?uid=1', 'redirect', '/redirect'],
    ['/first', { 'id-entry': 'withRequest' }, '/first'],
    ['/first/auth?type=pw', { 'id-entry': 'withRequest' }, '/first'],
    ['/logout', { 'id-entry': 'withoutRequest' }, '/login'],
    ['/error?reason=unauthorized', 'error-page', '/error?reason=unauthorized'],
    ['/error?reason=__proto__', 'error-page', '/error?reason=__proto__'],
    ['/error', 'error-page', '/error'],
    ['/second', { 'id-entry': 'withRequest' }, '/first'],
    ['/password?clientid=a&ak=b', { 'url-password': 'loading' }, '/password?clientid=a&ak=b'],
    ['/password?clientid=$&&ak=$1', { 'url-password': 'loading' }, '/password?clientid=$&&ak=$1'],
    ['/password?clientid=a', 'error-page', '/error?reason=invalidAccess'],
    ['/password/forgot', { 'forgot-password': 'loading' }, '/password/forgot'],
    ['/change', { 'id-entry': 'withoutRequest' }, '/login'],
    ['/self', { 'id-entry': 'withRequest' }, '/first'],
    ['/service-approval-ui/error', 'service-result', '/service-approval-ui/error'],
    ['/nowhere', 'error-page', '/error'],
    ['/constructor', 'error-page', '/error'],
    ['/first/auth/deep', 'error-page', '/error'],
  ])('%s, opened without a session, shows %j at %s', (address, value, shown) => {
    const portal = openPortal({ address });
    expect([portal.value(), portal.address()]).toEqual([value, shown]);
  });

  it.each([
    ['/first/auth?type=-1', policy(['password', 'sms'], { authType: 'otp' }), 'password'],
    ['/first/auth?type=pw', policy(['password', 'sms'], { authType: 'otp' }), 'password'],
    ['/first/auth?type=1', policy(['password', 'sms'], { authType: 'otp' }), { 'sent-code': 'loading' }],
    ['/first/auth?type=1', policy(['password', 'sms']), 'password'],
    ['/first/auth?type=pw', policy(['sms'], { authType: 'otp' }), { chooser: 'loading' }],
    ['/first/auth?type=99', policy(['password', 'sms'], { authType: 'otp' }), { chooser: 'loading' }],
    ['/first/auth?type=pw', policy(['password', 'sms'], { check: true }), { chooser: 'loading' }],
  ])('%s of a person with a stored policy shows what the policy allows', (address, stored, value) => {
    const portal = openPortal({
      address,
      session: sessionOf('kim'),
      storedPolicy: { userId: 'kim', clientId: SERVICE, policy: stored },
    });
    expect(portal.value()).toEqual(value);
  });

  it('of a method screen checks the policy first when none is stored', async () => {
    const portal = openPortal({ address: '/first/auth?type=pw', session: sessionOf('kim') });
    expect([portal.value(), portal.address()]).toEqual(['renewing', null]);
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: policy() }));
    expect(portal.value()).toBe('password');
    expect(portal.context().remark).toBeNull();
  });

  it('of a method screen leads to the ID entry when the policy check throws', async () => {
    const portal = openPortal({ address: '/first/auth?type=pw', session: sessionOf('kim') });
    await portal.ports.portal.checkPolicy.fail();
    expect(portal.value()).toEqual({ 'id-entry': 'withRequest' });
    expect(portal.context().failure?.kind).toBe('malformed');
  });

  it.each([
    ['another person', { ...policyOfKim, userId: 'lee' }],
    ['another service', { ...policyOfKim, clientId: 'other-service' }],
  ])('does not use a policy that was stored for %s', (_name, storedPolicy) => {
    const portal = openPortal({ address: '/first/auth?type=pw', session: sessionOf('kim'), storedPolicy });
    expect(portal.context().policy).toBeNull();
    expect(portal.value()).toBe('renewing');
  });

  it('does not use a stored policy before a person is identified', () => {
    expect(openPortal({ session: sessionOf(), storedPolicy: policyOfKim }).context().policy).toBeNull();
  });

  it.each(['/self', '/authentication'])('%s starts a flow of the type auth', async (address) => {
    const portal = await openPasswordScreen();
    await portal.goTo(address);
    expect([portal.value(), portal.context().session.request.type]).toEqual([
      { 'self-auth': 'loading' },
      'auth',
    ]);
  });

  it('that is reached by Back replaces the screen and aborts its calls', async () => {
    const portal = await openPasswordScreen();
    await portal.submitPassword();
    await portal.goTo('/first');
    expect(portal.value()).toEqual({ 'id-entry': 'withRequest' });
    expect(portal.ports.password.logIn.calls[0]?.isAborted()).toBe(true);
  });

  it('adds its parameter appName, which the mobile app sets, to the session', () => {
    expect(openPortal({ address: '/login?appName=cubelogin' }).context().session.request.appName).toBe(
      'cubelogin',
    );
  });
});

describe('a late answer', () => {
  it('of the password changes nothing', async () => {
    const portal = await openPasswordScreen();
    await portal.submitPassword();
    const call = portal.ports.password.logIn.waiting();
    await portal.goTo('/first');
    const before = portal.context();
    await call.answer(
      success({ to: '/change', auth: '', expiredDay: '', accessToken: 'late', secondToken: '' }),
    );
    expect(portal.value()).toEqual({ 'id-entry': 'withRequest' });
    expect(portal.context()).toEqual(before);
  });

  it('of the policy check is ignored', async () => {
    const portal = openPortal({ address: '/first', session: sessionOf() });
    await portal.sendToFlow('id-entry', { type: 'identity.submitted', userId: 'kim' });
    const call = portal.ports['id-entry'].checkPolicy.waiting();
    await portal.goTo('/error?reason=x');
    await call.answer(success({ userId: 'kim', policy: policy() }));
    expect(portal.value()).toBe('error-page');
    expect(portal.context().session.person).toEqual(NO_PERSON);
  });

  it('of the summary starts nothing', async () => {
    const portal = openPortal();
    const call = portal.ports.redirect.fetchSummary.waiting();
    await portal.goTo('/login');
    await call.answer(success({ summary: authSummary(), at: 0 }));
    expect(portal.value()).toEqual({ 'id-entry': 'withoutRequest' });
  });
});

describe('the ID entry without a pending request', () => {
  it('offers the services when there are some', () => {
    const portal = openPortal({ address: '/login' });
    expect(portal.flow('id-entry').value).toBe('noService');
  });

  it('signs in to the default client when there is one', () => {
    const config = { ...DEFAULT_RUNTIME_CONFIG, services: SERVICES, defaultClient: 'home' };
    const portal = openPortal({ address: '/login', config });
    expect(portal.flow('id-entry').value).toEqual({ entering: 'plain' });
    expect(portal.ports['service-info'].fetchClientConfig.waiting().input).toEqual({ clientId: 'home' });
  });

  it('has a plain ID field when nothing is configured', () => {
    const portal = openPortal({ address: '/login', config: DEFAULT_RUNTIME_CONFIG });
    expect(portal.flow('id-entry').value).toEqual({ entering: 'plain' });
  });
});

describe('a sign-in after a password was set by a link', () => {
  const saved = { ...sessionOf(), request: { ...sessionOf().request, passwordSavedFor: 'bong' } };

  it.each([
    ['', 'bong', 'remark.passwordSaved'],
    ['kim', 'kim', null],
  ])(
    'starts, when the service requests the ID %j, with the ID %j and the remark %j',
    async (requestedUserId, userId, remark) => {
      const portal = openPortal({ session: saved });
      await portal.answerRequest({ userId: requestedUserId });
      expect(portal.context()).toMatchObject({
        session: { person: { userId }, request: { passwordSavedFor: '' } },
        remark,
      });
      expect(portal.flow('id-entry').context.userId).toBe(userId);
    },
  );

  it.each(['redirect.continue', 'overview.open'] as const)(
    'forgets the ID of the saved password when the signed-in person continues by %s',
    async (type) => {
      const portal = openPortal({ session: saved });
      await portal.ports.redirect.fetchSummary.answer(
        success({ summary: authSummary({ isAlreadyAuth: true, userId: 'kim' }), at: 0 }),
      );
      expect(portal.flow('redirect').value).toBe('stayed');
      await portal.sendToFlow('redirect', { type });
      expect(portal.context().session.request.passwordSavedFor).toBe('');
    },
  );

  it('shows on the start page who is still signed in', () => {
    const login = { userId: 'kim', clientId: 'home' };
    const portal = openPortal({ address: '/', session: saved, config: { ...DEFAULT_RUNTIME_CONFIG, login } });
    expect(portal.context()).toMatchObject({
      remark: 'remark.stillSignedIn',
      session: { request: { passwordSavedFor: '' } },
    });
  });
});

describe('/logout', () => {
  it('forgets every session value and the policy, but not the IP address of the device', async () => {
    const portal = openPortal();
    await portal.ports.portal.lookUpIp.answer('203.0.113.7');
    await portal.send({ type: 'challenge.received', token: 'seed' });
    await portal.answerRequest();
    await portal.identify();
    await portal.goTo('/logout');
    expect(portal.context()).toMatchObject({
      session: { request: { ...NEW_REQUEST_VALUES, ip: '203.0.113.7' }, person: NO_PERSON },
      policy: null,
      client: null,
    });
    expect(portal.address()).toBe('/login');
  });

  it('shows the service in the initial data immediately', () => {
    const client = { clientId: 'home', config: clientConfig() };
    const config = { ...DEFAULT_RUNTIME_CONFIG, defaultClient: 'home', known: { summary: null, client } };
    const portal = openPortal({ address: '/logout', session: sessionOf(), config });
    expect(portal.context().client).toEqual(client.config);
  });
});
