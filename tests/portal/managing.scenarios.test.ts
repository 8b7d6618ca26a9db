import { describe, expect, it } from 'vitest';
import { login, NO_AUTHENTICATORS, policy, SERVICE, summary } from '#cases/samples.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { success } from '#machines/shared/result.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';

const NONE = { sms: false, internalMail: false, privateMail: false, mobileOtp: false, push: false };
const MANAGED = policy(['password', 'otpCard'], {
  authType: 'otp',
  selfAuth: { ...NONE, sms: true },
  canManage: true,
  listsFactors: true,
});
const REQUEST = 'https://portal.example/on';
const signedIn = summary({ isAlreadyAuth: true, userId: 'kim', redirectUrl: REQUEST });

/** Password and identity check, up to what the server says of them. */
async function prove({ ports: { management }, sendToFlow }: OpenPortal): Promise<void> {
  await management.lookUp.answer(
    success({
      authenticators: NO_AUTHENTICATORS,
      license: { hasTimeLeft: true, hasRoom: true },
      hasPassword: true,
    }),
  );
  await sendToFlow('management', { type: 'password.submitted', password: 'secret' });
  await management.reauthenticate.answer(success('token-1'));
  await management['self-auth'].answer({ reason: 'passed', token: 'token-1', method: 'sms' });
}

describe('the overview of a signed-in person', () => {
  const onRedirect = async (found: Policy) => {
    const portal = openPortal({ address: '/redirect?uid=1' });
    await portal.request(signedIn);
    await portal.sendToFlow('redirect', { type: 'overview.open' });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: found }));
    return portal;
  };

  it('is one press from the page before the return, and continues to the service', async () => {
    const portal = await onRedirect(MANAGED);
    expect([portal.value(), portal.address()]).toEqual([{ management: 'loading' }, '/first/management']);
    await portal.load();
    await prove(portal);
    await portal.ports.management.factors.answer({ reason: 'back' });
    expect(portal.context().returnTarget).toEqual({ to: REQUEST, skipsReauth: true });
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
  });

  it('offers under a policy of two steps what the second one ranks', async () => {
    const portal = await onRedirect({ ...MANAGED, secondAuth: true, secondTokenPriority: { yubikey: 1 } });
    await portal.load();
    await prove(portal);
    expect(portal.ports.management.factors.waiting().input.factorTypes).toEqual(['7', '8']);
  });

  it('follows the second step when so requested, and continues to the service', async () => {
    const portal = openPortal();
    await portal.request();
    const ranks = { secondAuth: true, secondTokenPriority: { sms: 1 } } as const;
    await portal.identify('park', {
      ...policy(['password'], ranks),
      canManage: true,
      listsFactors: true,
      selfAuth: MANAGED.selfAuth,
    });
    await portal.submitPassword();
    await portal.logIn({ accessToken: 'send-1', secondToken: 'second-1', to: '' });
    await portal.load();
    await portal.send({ type: 'overview.request' });
    expect(portal.context().remark).toBe('remark.signInFirst');
    expect(portal.actor.getSnapshot().can({ type: 'overview.request' })).toBe(false);
    const proved = { reason: 'authenticated', login: login({ to: REQUEST }) } as const;
    await portal.ports['second-factor']['sent-code'].answer(proved);
    expect([portal.value(), portal.address()]).toEqual([{ management: 'loading' }, '/first/management']);
    await portal.load();
    await prove(portal);
    await portal.ports.management.factors.answer({ reason: 'back' });
    expect(portal.context().returnTarget.to).toBe(REQUEST);
  });

  it('returns to that page with a notice when nothing can be managed', async () => {
    const portal = await onRedirect(policy());
    expect(portal.value()).toEqual('redirect');
    expect(portal.context().remark).toBe('remark.notManaged');
  });

  it('is one press from the ID entry after a finished login', async () => {
    const { request, person } = sessionOf();
    const portal = openPortal({
      address: '/login',
      session: { request: { ...request, redirectUrl: REQUEST }, person },
    });
    await portal.ports.portal.lookUpLogin.answer({ userId: 'kim', to: 'https://service.example/login' });
    await portal.send({ type: 'login.manage' });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: MANAGED }));
    expect([portal.value(), portal.address()]).toEqual([{ management: 'loading' }, '/first/management']);
    expect(portal.context().session.person).toMatchObject({
      userId: 'kim',
      redirect: 'https://service.example/login',
    });
  });
});

describe('a person who has to sign in before anything is managed', () => {
  const sentToSignIn = async () => {
    const { request, person } = sessionOf('kim');
    const portal = openPortal({
      address: '/first/management?type=7',
      session: { request: { ...request, redirectUrl: REQUEST }, person },
      storedPolicy: { userId: 'kim', clientId: SERVICE, policy: MANAGED },
    });
    await portal.load();
    await prove(portal);
    await portal.ports.management['register-card'].answer({ reason: 'tooWeak' });
    await portal.sendToFlow('management', { type: 'login.request' });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: MANAGED }));
    return portal;
  };

  it('opens the requested management page, also after a reload, and returns to the service after it', async () => {
    const first = await sentToSignIn();
    expect([first.value(), first.context().remark]).toEqual([{ chooser: 'loading' }, 'remark.signInFirst']);
    const portal = openPortal({
      address: '/first/auth?type=pw',
      session: first.context().session,
      storedPolicy: { userId: 'kim', clientId: SERVICE, policy: MANAGED },
    });
    expect(portal.value()).toBe('password');
    await portal.submitPassword();
    await portal.logIn({ to: REQUEST });
    expect(portal.address()).toBe('/first/management?type=7');
    await portal.load();
    await prove(portal);
    await portal.ports.management['register-card'].answer({ reason: 'registered' });
    await portal.sendToFlow('management', { type: 'success.confirmed' });
    expect([portal.value(), portal.context().returnTarget.to]).toEqual([
      { 'return-to-service': 'loading' },
      REQUEST,
    ]);
  });

  it('continues to the target of the login when no service requested it', async () => {
    const portal = openPortal({
      address: '/first/management?type=7',
      session: sessionOf('kim'),
      storedPolicy: { userId: 'kim', clientId: SERVICE, policy: MANAGED },
    });
    await portal.load();
    await portal.ports.management.lookUp.answer(
      success({
        authenticators: NO_AUTHENTICATORS,
        license: { hasTimeLeft: true, hasRoom: true },
        hasPassword: true,
        mustSignIn: true,
      }),
    );
    await portal.sendToFlow('management', { type: 'login.request' });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: MANAGED }));
    await portal.goTo('/first/auth?type=pw');
    await portal.submitPassword();
    await portal.logIn({ to: 'https://service.example/login' });
    expect(portal.address()).toBe('/first/management?type=7');
    await portal.load();
    await prove(portal);
    await portal.ports.management['register-card'].answer({ reason: 'registered' });
    await portal.sendToFlow('management', { type: 'success.confirmed' });
    expect([portal.value(), portal.context().returnTarget.to]).toEqual([
      { 'return-to-service': 'loading' },
      'https://service.example/login',
    ]);
  });

  it('is not opened when another person signs in', async () => {
    const portal = await sentToSignIn();
    await portal.goTo('/first');
    await portal.identify('lee', MANAGED);
    expect(portal.context().session.person).toMatchObject({ userId: 'lee', managementUrl: '' });
  });
});

it('a management address explains the ID entry to an unknown person', () => {
  const portal = openPortal({ address: '/first/management' });
  expect([portal.address(), portal.context().remark]).toEqual(['/first', 'remark.manage']);
});

it.each([
  ['password', policy()],
  [{ chooser: 'loading' }, policy(['sms', 'otpCard'], { authType: 'otp' })],
] as const)(
  'and says on the screen that follows that there is nothing to manage, once they are known: %j',
  async (value, found) => {
    const portal = openPortal({ address: '/first/management', session: sessionOf() });
    await portal.identify('kim', found);
    expect([portal.value(), portal.context().remark]).toEqual([value, 'remark.notManaged']);
  },
);

it('a management address that is not allowed explains the other screen', () => {
  const portal = openPortal({
    address: '/first/management',
    session: sessionOf('kim'),
    storedPolicy: { userId: 'kim', clientId: SERVICE, policy: policy() },
  });
  expect([portal.value(), portal.context().remark]).toEqual(['password', 'remark.notManaged']);
});
