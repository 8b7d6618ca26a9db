import { describe, expect, it } from 'vitest';
import { authSummary, loginResult, NO_AUTHENTICATORS, policy, SERVICE } from '#cases/samples.ts';
import { mayManage } from '#machines/portal/management-rules.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { success } from '#machines/shared/result.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';

const NO_IDENTITY_METHODS = {
  sms: false,
  internalMail: false,
  privateMail: false,
  mobileOtp: false,
  push: false,
};
const MANAGEABLE = policy(['password', 'otpCard'], {
  authType: 'otp',
  selfAuth: { ...NO_IDENTITY_METHODS, sms: true },
  canManage: true,
  listsFactors: true,
});
const REQUEST_URL = 'https://portal.example/on';
const SIGNED_IN = authSummary({ isAlreadyAuth: true, userId: 'kim', redirectUrl: REQUEST_URL });

/** Proves the password and the identity. */
async function prove({ ports: { management }, sendToFlow }: OpenPortal): Promise<void> {
  await management.lookUp.answer(
    success({
      authenticators: NO_AUTHENTICATORS,
      license: { hasTimeLeft: true, isBelowLimit: true },
      hasPassword: true,
    }),
  );
  await sendToFlow('management', { type: 'password.submitted', password: 'secret' });
  await management.reauthenticate.answer(success('token-1'));
  await management['self-auth'].answer({ reason: 'passed', token: 'token-1', method: 'sms' });
}

describe('the overview of a signed-in person', () => {
  const openOverview = async (checked: Policy) => {
    const portal = openPortal({ address: '/redirect?uid=1' });
    await portal.answerRequest(SIGNED_IN);
    await portal.sendToFlow('redirect', { type: 'overview.open' });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: checked }));
    return portal;
  };

  it('opens from the redirect page, and continues to the service', async () => {
    const portal = await openOverview(MANAGEABLE);
    expect([portal.value(), portal.address()]).toEqual([{ management: 'loading' }, '/first/management']);
    await portal.load();
    await prove(portal);
    await portal.ports.management.factors.answer({ reason: 'back' });
    expect(portal.context().returnTarget).toEqual({ to: REQUEST_URL, skipsReauth: true });
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
  });

  it('offers the factors that the policy ranks for the second step', async () => {
    const portal = await openOverview({
      ...MANAGEABLE,
      secondAuth: true,
      secondTokenPriority: { yubikey: 1 },
    });
    await portal.load();
    await prove(portal);
    expect(portal.ports.management.factors.waiting().input.factorTypes).toEqual(['7', '8']);
  });

  it('opens after the second step when it is requested there, and continues to the service', async () => {
    const portal = openPortal();
    await portal.answerRequest();
    const ranks = { secondAuth: true, secondTokenPriority: { sms: 1 } } as const;
    await portal.identify('park', {
      ...policy(['password'], ranks),
      canManage: true,
      listsFactors: true,
      selfAuth: MANAGEABLE.selfAuth,
    });
    await portal.submitPassword();
    await portal.answerLogin({ accessToken: 'send-1', secondToken: 'second-1', to: '' });
    await portal.load();
    await portal.send({ type: 'overview.request' });
    expect(portal.context().remark).toBe('remark.signInFirst');
    expect(portal.actor.getSnapshot().can({ type: 'overview.request' })).toBe(false);
    const outcome = { reason: 'authenticated', login: loginResult({ to: REQUEST_URL }) } as const;
    await portal.ports['second-factor']['sent-code'].answer(outcome);
    expect([portal.value(), portal.address()]).toEqual([{ management: 'loading' }, '/first/management']);
    await portal.load();
    await prove(portal);
    await portal.ports.management.factors.answer({ reason: 'back' });
    expect(portal.context().returnTarget.to).toBe(REQUEST_URL);
  });

  it('returns to the redirect page with a remark when the policy does not allow it', async () => {
    const portal = await openOverview(policy());
    expect(portal.value()).toEqual('redirect');
    expect(portal.context().remark).toBe('remark.notManaged');
  });

  it('opens from the ID entry after a finished login', async () => {
    const { request, person } = sessionOf();
    const portal = openPortal({
      address: '/login',
      session: { request: { ...request, redirectUrl: REQUEST_URL }, person },
    });
    await portal.ports.portal.lookUpLogin.answer({ userId: 'kim', to: 'https://service.example/login' });
    await portal.send({ type: 'login.manage' });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: MANAGEABLE }));
    expect([portal.value(), portal.address()]).toEqual([{ management: 'loading' }, '/first/management']);
    expect(portal.context().session.person).toMatchObject({
      userId: 'kim',
      redirect: 'https://service.example/login',
    });
  });
});

describe('a management page that requires a new sign-in', () => {
  const requestSignIn = async () => {
    const { request, person } = sessionOf('kim');
    const portal = openPortal({
      address: '/first/management?type=7',
      session: { request: { ...request, redirectUrl: REQUEST_URL }, person },
      storedPolicy: { userId: 'kim', clientId: SERVICE, policy: MANAGEABLE },
    });
    await portal.load();
    await prove(portal);
    await portal.ports.management['register-card'].answer({ reason: 'tooWeak' });
    await portal.sendToFlow('management', { type: 'login.request' });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: MANAGEABLE }));
    return portal;
  };

  it('opens after the sign-in, also after a reload, and continues to the service', async () => {
    const first = await requestSignIn();
    expect([first.value(), first.context().remark]).toEqual([{ chooser: 'loading' }, 'remark.signInFirst']);
    const portal = openPortal({
      address: '/first/auth?type=pw',
      session: first.context().session,
      storedPolicy: { userId: 'kim', clientId: SERVICE, policy: MANAGEABLE },
    });
    expect(portal.value()).toBe('password');
    await portal.submitPassword();
    await portal.answerLogin({ to: REQUEST_URL });
    expect(portal.address()).toBe('/first/management?type=7');
    await portal.load();
    await prove(portal);
    await portal.ports.management['register-card'].answer({ reason: 'registered' });
    await portal.sendToFlow('management', { type: 'success.confirmed' });
    expect([portal.value(), portal.context().returnTarget.to]).toEqual([
      { 'return-to-service': 'loading' },
      REQUEST_URL,
    ]);
  });

  it('continues to the target of the login when no service requested it', async () => {
    const portal = openPortal({
      address: '/first/management?type=7',
      session: sessionOf('kim'),
      storedPolicy: { userId: 'kim', clientId: SERVICE, policy: MANAGEABLE },
    });
    await portal.load();
    await portal.ports.management.lookUp.answer(
      success({
        authenticators: NO_AUTHENTICATORS,
        license: { hasTimeLeft: true, isBelowLimit: true },
        hasPassword: true,
        mustSignIn: true,
      }),
    );
    await portal.sendToFlow('management', { type: 'login.request' });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: MANAGEABLE }));
    await portal.goTo('/first/auth?type=pw');
    await portal.submitPassword();
    await portal.answerLogin({ to: 'https://service.example/login' });
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
    const portal = await requestSignIn();
    await portal.goTo('/first');
    await portal.identify('lee', MANAGEABLE);
    expect(portal.context().session.person).toMatchObject({ userId: 'lee', managementUrl: '' });
  });
});

it('a management address shows an unknown person the ID entry with a remark', () => {
  const portal = openPortal({ address: '/first/management' });
  expect([portal.address(), portal.context().remark]).toEqual(['/first', 'remark.manage']);
});

it.each([
  ['password', policy()],
  [{ chooser: 'loading' }, policy(['sms', 'otpCard'], { authType: 'otp' })],
] as const)(
  'a management address leads to %j with a remark when the policy of the entered person does not allow it',
  async (value, checked) => {
    const portal = openPortal({ address: '/first/management', session: sessionOf() });
    await portal.identify('kim', checked);
    expect([portal.value(), portal.context().remark]).toEqual([value, 'remark.notManaged']);
  },
);

it('a management address leads to the password with a remark when the stored policy does not allow it', () => {
  const portal = openPortal({
    address: '/first/management',
    session: sessionOf('kim'),
    storedPolicy: { userId: 'kim', clientId: SERVICE, policy: policy() },
  });
  expect([portal.value(), portal.context().remark]).toEqual(['password', 'remark.notManaged']);
});

it.each([
  ['first', true, true],
  ['first', false, true],
  ['second', true, true],
  ['second', false, false],
] as const)(
  'a factor of the %s step may be registered, when the policy permits the management (%s): %s',
  (step, canManage, isAllowed) => {
    const context = openPortal({ session: sessionOf('kim') }).context();
    const route = { screen: 'management', step, code: '7' } as const;
    const checked = { ...MANAGEABLE, canManage, secondTokenPriority: { otpCard: 1 } };
    expect(mayManage({ ...context, route, policy: checked })).toBe(isAllowed);
  },
);
