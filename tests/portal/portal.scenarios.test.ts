import { describe, expect, it } from 'vitest';
import { policyToKeep, titleOf } from '#machines/portal/portal.selectors.ts';
import { type Failure, failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { NEW_FLOW, NOBODY } from '#machines/shared/session.ts';
import { arriveAtPassword, openPortal, SERVICES, sessionOf } from '#tests/support/model/portal.ts';
import { policy, rejected, SERVICE, summary } from '#tests/support/model/samples.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';

const fixed = (tokenCode: '-1' | '1') => ({ tokenCode, alwaysSend: false });
const kept = (changes: Parameters<typeof policy>[1] = {}) => ({
  userId: 'kim',
  clientId: SERVICE,
  policy: policy(['password'], changes),
});

describe('a person comes from a client service', () => {
  it('enters the ID and the password, and is sent on to the service', async () => {
    const portal = openPortal();
    expect([portal.value(), portal.address()]).toEqual(['redirecting', '/redirect']);
    await portal.request();
    expect([portal.value(), portal.address()]).toEqual([{ identifying: 'atFirst' }, '/first']);
    await portal.identify();
    expect([portal.value(), portal.address()]).toEqual(['provingPassword', '/first/auth?type=pw']);
    await portal.submitPassword();
    await portal.logIn();
    await portal.ports.portal.load.answer(undefined);
    expect(portal.value()).toEqual({ departing: 'leaving' });
    expect(portal.ports.departure.leave.waiting().input).toEqual({
      url: 'https://portal.example/oauth2/authorize/request-1',
    });
  });

  it.each([
    ['oidc', {}],
    ['saml', { hasOpenIdScope: false, hasServiceId: true }],
  ] as const)('has its values kept for a login by %s', async (type, of) => {
    const portal = openPortal();
    await portal.request({ ...of, userId: 'park' });
    expect(portal.context().session).toMatchObject({
      flow: { clientId: SERVICE, type, redirectUrl: summary().redirectUrl },
      person: { ...NOBODY, userId: 'park' },
    });
    expect(portal.flow('identity').context.userId).toBe('park');
  });

  it('goes straight on when already signed in', async () => {
    const portal = openPortal();
    await portal.request({ isAlreadyAuth: true });
    await portal.clock.advance(3000);
    await portal.ports.portal.load.answer(undefined);
    expect(portal.ports.departure.leave.waiting().input).toEqual({
      url: `${summary().redirectUrl}?noReauth=Y`,
    });
  });

  it('may take another account: the sign-out keeps the request', async () => {
    const portal = openPortal();
    await portal.request({ isAlreadyAuth: true });
    await portal.tell('redirect', { type: 'redirect.stay' });
    await portal.tell('redirect', { type: 'account.switch' });
    await portal.ports.portal.load.answer(undefined);
    expect(portal.ports.departure.leave.waiting().input).toEqual({
      url: `https://portal.example/logout?continue=${SERVICE}`,
    });
  });

  it('is told when there is nowhere to go', async () => {
    const portal = openPortal();
    await portal.request({ isAlreadyAuth: true, redirectUrl: '' });
    expect([portal.value(), portal.address()]).toEqual(['noticing', '/error?reason=noRedirectUrl']);
  });

  it.each([
    [rejected('000', 404), '/error?reason=notExists'],
    [rejected('', 401), '/error?reason=unauthorized'],
    [rejected('', 400), '/error?reason=invalidAccess'],
  ])('is told why the request is refused', async (failure, address) => {
    const portal = openPortal();
    await portal.ports.redirect.fetchSummary.answer(failed(failure));
    expect([portal.value(), portal.address()]).toEqual(['noticing', address]);
  });

  it('begins anew with another request: nothing of the former person is left', async () => {
    const portal = await arriveAtPassword();
    await portal.goTo('/redirect?uid=2');
    await portal.request({ clientId: 'other-service' });
    expect(portal.context()).toMatchObject({
      policy: null,
      client: null,
      session: { flow: { clientId: 'other-service' }, person: NOBODY },
    });
  });

  it('keeps the ID for another request of the same service, and nothing else', async () => {
    const portal = await arriveAtPassword(undefined, {
      session: { ...sessionOf(), person: { ...NOBODY, accessToken: 'old' } },
    });
    await portal.goTo('/redirect?uid=2');
    await portal.request();
    expect(portal.context().session.person).toEqual({ ...NOBODY, userId: 'kim' });
    expect(portal.context().policy).toBeNull();
  });
});

describe('the first step', () => {
  it('opens the other methods by the password, then goes to the chooser', async () => {
    const portal = await arriveAtPassword(policy(['password', 'sms']));
    expect(portal.flow('password').context).toMatchObject({ mode: 'gate', hasOtherMethods: false });
    await portal.submitPassword();
    await portal.ports.password.provePassword.answer(success({}));
    expect(portal.context().policy?.check).toBe(true);
    expect([portal.value(), portal.address()]).toEqual(['absent', '/first/select']);
  });

  it('goes from the gate to the method that the person always uses', async () => {
    const portal = await arriveAtPassword(policy(['password', 'sms'], { fixedToken: fixed('1') }));
    await portal.submitPassword();
    await portal.ports.password.provePassword.answer(success({}));
    expect([portal.value(), portal.address()]).toEqual(['absent', '/first/auth?type=1']);
  });

  it('is the login itself when the password is all that the policy allows', async () => {
    const portal = await arriveAtPassword(policy(['password']));
    expect(portal.flow('password').context.mode).toBe('login');
  });

  it('begins with the chooser under an OTP policy', async () => {
    const portal = await arriveAtPassword(policy(['password', 'sms'], { authType: 'otp' }));
    expect([portal.value(), portal.address()]).toEqual(['absent', '/first/select']);
  });

  it('begins with the password under an OTP policy when it is the default, and offers the others', async () => {
    const found = policy(['password', 'sms'], { authType: 'otp', fixedToken: fixed('-1') });
    const portal = await arriveAtPassword(found);
    expect(portal.flow('password').context).toMatchObject({
      mode: 'login',
      hasOtherMethods: true,
      isFixed: true,
    });
    await portal.tell('password', { type: 'method.change' });
    expect(portal.address()).toBe('/first/select');
  });

  it('leads back to the ID entry, where the ID still stands', async () => {
    const portal = await arriveAtPassword();
    await portal.tell('password', { type: 'password.back' });
    expect(portal.value()).toEqual({ identifying: 'atFirst' });
    expect(portal.flow('identity').context.userId).toBe('kim');
  });

  it('takes nothing over for another person', async () => {
    const portal = await arriveAtPassword(policy(['password'], { fixedToken: fixed('-1') }));
    await portal.submitPassword();
    await portal.logIn({ to: '/change', expiredDay: '2026-01-01 00:00:00' });
    expect(portal.context().session.person.accessToken).toBe('token-1');
    await portal.goTo('/first');
    await portal.identify('lee');
    expect(portal.context().session.person).toEqual({ ...NOBODY, userId: 'lee' });
  });

  it.each([
    ['has changed', rejected('016')],
    ['is gone with its session', rejected('', 401)],
  ])('checks the policy again when it %s, and says so on the first screen', async (_name, failure) => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    await portal.ports.password.logIn.answer(failed(failure));
    expect(portal.value()).toBe('renewing');
    expect(portal.ports.portal.checkPolicy.waiting().input).toEqual({ userId: 'kim', clientId: SERVICE });
    const renewed = policy(['password'], { policyId: 'policy-2' });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: renewed }));
    expect(portal.value()).toBe('provingPassword');
    expect(portal.context()).toMatchObject({
      remark: 'remark.policyChanged',
      policy: { policyId: 'policy-2' },
    });
  });

  it.each<[string, Failure]>([
    ['no answer', UNREACHABLE],
    ['a refusal', rejected('000', 404)],
  ])('is back at the ID entry when that check brings %s', async (_name, failure) => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    await portal.ports.password.logIn.answer(failed(rejected('016')));
    await portal.ports.portal.checkPolicy.answer(failed(failure));
    expect(portal.value()).toEqual({ identifying: 'atFirst' });
    expect(portal.flow('identity').context).toMatchObject({ userId: 'kim', failure });
  });
});

describe('a finished login', () => {
  it('stores what /change needs before it goes there', async () => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    await portal.logIn({
      to: '/change',
      auth: 'https://portal.example/on',
      expiredDay: '2026-11-01T09:30:00',
    });
    expect([portal.value(), portal.address()]).toEqual(['absent', '/change']);
    expect(portal.context().session.person).toMatchObject({
      userId: 'kim',
      accessToken: 'token-1',
      redirect: 'https://portal.example/on',
      expiredDay: '2026-11-01T09:30:00',
      first: false,
    });
  });

  it.each(['Y', 'N', ''])('goes on to the request after /change when auth is %j', async (auth) => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    await portal.logIn({ to: 'https://portal.example/change', auth });
    expect(portal.address()).toBe('/change');
    expect(portal.context().session.person).toMatchObject({ redirect: summary().redirectUrl, auth });
  });

  it.each(['1901-01-01 01:21:17', '1901-01-01T01:21:17', '1901-01-01T01:21:17.000Z'])(
    'knows the first login of an administrator by %s',
    async (expiredDay) => {
      const portal = await arriveAtPassword();
      await portal.submitPassword();
      await portal.logIn({ to: '/change', expiredDay });
      expect(portal.context().session.person.first).toBe(true);
    },
  );

  it('forgets the person when the browser leaves, and keeps the service', async () => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    await portal.logIn();
    expect(policyToKeep(portal.actor.getSnapshot())).not.toBeNull();
    await portal.ports.portal.load.answer(undefined);
    expect(portal.context().session).toMatchObject({ flow: { clientId: SERVICE }, person: NOBODY });
    expect(policyToKeep(portal.actor.getSnapshot())).toBeNull();
  });

  it.each([
    ['javascript:alert(1)', '/error?reason=invalidAccess'],
    ['', '/error?reason=noRedirectUrl'],
  ])('does not leave to %j', async (to, address) => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    await portal.logIn({ to });
    await portal.ports.portal.load.answer(undefined);
    expect([portal.value(), portal.address()]).toEqual(['noticing', address]);
    expect(portal.ports.departure.leave.calls).toHaveLength(0);
  });

  it('fetches the way out again when it did not arrive', async () => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    await portal.logIn();
    await portal.ports.portal.load.fail();
    expect(portal.value()).toEqual({ departing: 'unloaded' });
    await portal.send({ type: 'load.retry' });
    await portal.ports.portal.load.answer(undefined);
    expect(portal.value()).toEqual({ departing: 'leaving' });
    expect(portal.ports.portal.load.calls.map(({ input }) => input)).toEqual([
      { flow: 'departure' },
      { flow: 'departure' },
    ]);
  });
});

describe('an address', () => {
  it.each([
    ['/', { identifying: 'atLogin' }, '/login'],
    ['/login', { identifying: 'atLogin' }, '/login'],
    ['/login/', { identifying: 'atLogin' }, '/login'],
    ['/redirect', 'redirecting', '/redirect'],
    ['/oauth2/authorize?uid=1', 'redirecting', '/redirect'],
    ['/first', { identifying: 'atFirst' }, '/first'],
    ['/first/auth?type=pw', { identifying: 'atFirst' }, '/first'],
    ['/logout', { identifying: 'atLogin' }, '/login'],
    ['/error?reason=unauthorized', 'noticing', '/error?reason=unauthorized'],
    ['/error?reason=__proto__', 'noticing', '/error?reason=__proto__'],
    ['/error', 'noticing', '/error'],
    ['/second', 'absent', '/second'],
    ['/password?clientid=a&ak=b', 'absent', '/password?clientid=a&ak=b'],
    ['/service-approval-ui/error', 'absent', '/service-approval-ui/error'],
    ['/nowhere', 'noticing', '/error'],
    ['/constructor', 'noticing', '/error'],
    ['/first/auth/deep', 'noticing', '/error'],
  ])('%s opened by a stranger shows %j at %s', (address, value, shown) => {
    const portal = openPortal({ address });
    expect([portal.value(), portal.address()]).toEqual([value, shown]);
  });

  it.each([
    ['/first/auth?type=-1', policy(['password', 'sms'], { authType: 'otp' }), 'provingPassword'],
    ['/first/auth?type=pw', policy(['password', 'sms'], { authType: 'otp' }), 'provingPassword'],
    ['/first/auth?type=1', policy(['password', 'sms'], { authType: 'otp' }), 'absent'],
    ['/first/auth?type=1', policy(['password', 'sms']), 'provingPassword'],
    ['/first/auth?type=pw', policy(['sms'], { authType: 'otp' }), 'absent'],
    ['/first/auth?type=99', policy(['password', 'sms'], { authType: 'otp' }), 'absent'],
    ['/first/auth?type=pw', policy(['password', 'sms'], { check: true }), 'absent'],
  ])('%s of a person whose policy is kept shows what the policy allows', (address, found, value) => {
    const portal = openPortal({
      address,
      session: sessionOf('kim'),
      keptPolicy: { userId: 'kim', clientId: SERVICE, policy: found },
    });
    expect(portal.value()).toBe(value);
  });

  it('of a method screen has the policy checked first when it is not kept', async () => {
    const portal = openPortal({ address: '/first/auth?type=pw', session: sessionOf('kim') });
    expect([portal.value(), portal.address()]).toEqual(['renewing', null]);
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: policy() }));
    expect(portal.value()).toBe('provingPassword');
    expect(portal.context().remark).toBeNull();
  });

  it.each([
    ['another person', { ...kept(), userId: 'lee' }],
    ['another service', { ...kept(), clientId: 'other-service' }],
  ])('takes no policy over that was kept for %s', (_name, keptPolicy) => {
    const portal = openPortal({ address: '/first/auth?type=pw', session: sessionOf('kim'), keptPolicy });
    expect(portal.context().policy).toBeNull();
    expect(portal.value()).toBe('renewing');
  });

  it('takes no kept policy over for a stranger', () => {
    expect(openPortal({ session: sessionOf(), keptPolicy: kept() }).context().policy).toBeNull();
  });

  it('asked for by Back leaves the screen and ends its calls', async () => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    await portal.goTo('/first');
    expect(portal.value()).toEqual({ identifying: 'atFirst' });
    expect(portal.ports.password.logIn.calls[0]?.isAborted()).toBe(true);
  });

  it('is told by the mobile app which app it is', () => {
    expect(openPortal({ address: '/login?appName=cubelogin' }).context().session.flow.appName).toBe(
      'cubelogin',
    );
  });
});

describe('an answer that comes late', () => {
  it('of the password changes nothing any more', async () => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    const call = portal.ports.password.logIn.waiting();
    await portal.goTo('/first');
    const before = portal.context();
    await call.answer(
      success({ to: '/change', auth: '', expiredDay: '', accessToken: 'late', secondToken: '' }),
    );
    expect(portal.value()).toEqual({ identifying: 'atFirst' });
    expect(portal.context()).toEqual(before);
  });

  it('of the policy check lets nobody in', async () => {
    const portal = openPortal({ address: '/first', session: sessionOf() });
    await portal.tell('identity', { type: 'identity.submitted', userId: 'kim' });
    const call = portal.ports.identity.checkPolicy.waiting();
    await portal.goTo('/error?reason=x');
    await call.answer(success({ userId: 'kim', policy: policy() }));
    expect(portal.value()).toBe('noticing');
    expect(portal.context().session.person).toEqual(NOBODY);
  });

  it('of the summary begins nothing', async () => {
    const portal = openPortal();
    const call = portal.ports.redirect.fetchSummary.waiting();
    await portal.goTo('/login');
    await call.answer(success({ summary: summary(), at: 0 }));
    expect(portal.value()).toEqual({ identifying: 'atLogin' });
  });
});

describe('no request is pending', () => {
  it('offers the services', () => {
    const portal = openPortal({ address: '/login' });
    expect(portal.flow('identity').value).toBe('unserved');
  });

  it('signs in to the default client when there is one', () => {
    const config = { ...DEFAULT_RUNTIME_CONFIG, services: SERVICES, defaultClient: 'home' };
    const portal = openPortal({ address: '/login', config });
    expect(portal.flow('identity').value).toBe('entering');
    expect(portal.ports.identity.fetchClientConfig.waiting().input).toEqual({ clientId: 'home' });
  });

  it('has a plain ID field when nothing is configured, as behind a foreign server', () => {
    const portal = openPortal({ address: '/login', config: DEFAULT_RUNTIME_CONFIG });
    expect(portal.flow('identity').value).toBe('entering');
  });
});

describe('/logout', () => {
  it('forgets every session value and the policy, but not the address of the device', async () => {
    const portal = openPortal();
    await portal.ports.portal.lookUpIp.answer('203.0.113.7');
    await portal.send({ type: 'challenge.received', token: 'seed' });
    await portal.request();
    await portal.identify();
    await portal.goTo('/logout');
    expect(portal.context()).toMatchObject({
      session: { flow: { ...NEW_FLOW, ip: '203.0.113.7' }, person: NOBODY },
      policy: null,
      client: null,
    });
    expect(portal.address()).toBe('/login');
  });
});

const SCREENS: readonly [string, () => Promise<ReturnType<typeof openPortal>>][] = [
  ['the redirect page', async () => openPortal()],
  ['the ID entry', async () => openPortal({ address: '/first', session: sessionOf() })],
  ['the password screen', () => arriveAtPassword()],
  ['a policy check', async () => openPortal({ address: '/first/auth?type=pw', session: sessionOf('kim') })],
  ['the error page', async () => openPortal({ address: '/error' })],
  ['a screen that is not built', async () => openPortal({ address: '/second' })],
  [
    'a login under way',
    async () => {
      const portal = await arriveAtPassword();
      await portal.submitPassword();
      return portal;
    },
  ],
  [
    'the way out',
    async () => {
      const portal = await arriveAtPassword();
      await portal.submitPassword();
      await portal.logIn();
      await portal.ports.portal.load.answer(undefined);
      return portal;
    },
  ],
];

describe.each(SCREENS)('from %s', (_name, open) => {
  const calls = (portal: ReturnType<typeof openPortal>) =>
    Object.values(portal.ports).flatMap((flow) => Object.values(flow).flatMap((port) => port.calls));

  it('a refused page leads to the error page, and ends every call', async () => {
    const portal = await open();
    await portal.ports.portal.lookUpIp.answer('');
    await portal.send({ type: 'page.refused' });
    expect([portal.value(), portal.address()]).toEqual(['noticing', '/error']);
    expect(calls(portal).filter((call) => call.isWaiting())).toEqual([]);
  });

  it('another language moves nothing and asks nothing again', async () => {
    const portal = await open();
    const before = portal.actor.getSnapshot();
    const asked = calls(portal).map((call) => call.isWaiting());
    await portal.send({ type: 'language.chosen', locale: 'en' });
    const after = portal.actor.getSnapshot();
    expect(after.context.locale).toBe('en');
    expect(after.value).toEqual(before.value);
    expect(after.children).toEqual(before.children);
    expect(calls(portal).map((call) => call.isWaiting())).toEqual(asked);
  });

  it('a challenge token is stored and moves nothing', async () => {
    const portal = await open();
    const before = portal.value();
    await portal.send({ type: 'challenge.received', token: 'a.b.c' });
    expect(portal.context().session.flow.challenge).toBe('a.b.c');
    expect(portal.value()).toEqual(before);
  });

  it('a lost network moves nothing', async () => {
    const portal = await open();
    const before = portal.value();
    portal.network.report({ type: 'network.lost' });
    expect(portal.value()).toEqual(before);
    expect(portal.flow('offline').value).toBe('offline');
  });
});

describe('a challenge token', () => {
  it('without a dot is the key from now on; a dotted one leaves the key', async () => {
    const portal = openPortal();
    await portal.send({ type: 'challenge.received', token: 'seed' });
    await portal.send({ type: 'challenge.received', token: 'nonce.1.mac' });
    expect(portal.context().session.flow).toMatchObject({ challenge: 'nonce.1.mac', challengeKey: 'seed' });
  });

  it('outlives another person and the end of a login', async () => {
    const portal = openPortal();
    await portal.send({ type: 'challenge.received', token: 'seed' });
    await portal.request();
    await portal.identify('kim');
    await portal.tell('password', { type: 'password.back' });
    await portal.identify('lee');
    await portal.submitPassword();
    await portal.logIn();
    await portal.ports.portal.load.answer(undefined);
    expect(portal.context().session.flow.challengeKey).toBe('seed');
  });
});

describe('the public address', () => {
  it('is asked for once and stored', async () => {
    const portal = openPortal();
    await portal.ports.portal.lookUpIp.answer('203.0.113.7');
    await portal.goTo('/login');
    expect(portal.context().session.flow.ip).toBe('203.0.113.7');
    expect(portal.ports.portal.lookUpIp.calls).toHaveLength(1);
  });

  it('is empty when the look-up breaks, and holds nothing up', async () => {
    const portal = openPortal({
      session: { ...sessionOf(), flow: { ...sessionOf().flow, ip: '192.0.2.1' } },
    });
    await portal.ports.portal.lookUpIp.fail();
    await portal.request();
    expect(portal.context().session.flow.ip).toBe('');
    expect(portal.value()).toEqual({ identifying: 'atFirst' });
  });
});

it('says by its title which screen is on', async () => {
  const portal = openPortal();
  const titles = [titleOf(portal.actor.getSnapshot())];
  await portal.request();
  titles.push(titleOf(portal.actor.getSnapshot()));
  await portal.identify();
  titles.push(titleOf(portal.actor.getSnapshot()));
  await portal.submitPassword();
  await portal.logIn();
  titles.push(titleOf(portal.actor.getSnapshot()));
  await portal.send({ type: 'page.refused' });
  titles.push(titleOf(portal.actor.getSnapshot()));
  expect(titles).toEqual([
    'title.redirect',
    'title.identity',
    'title.password',
    'title.departure',
    'title.error',
  ]);
});
