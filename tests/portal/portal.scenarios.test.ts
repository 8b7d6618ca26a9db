import { describe, expect, it } from 'vitest';
import { authSummary, policy, rejected, SERVICE } from '#cases/samples.ts';
import { type Failure, failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { NO_PERSON } from '#machines/shared/session.ts';
import { openPasswordScreen, openPortal, sessionOf } from '#tests/support/model/portal.ts';

const fixed = (tokenCode: '-1' | '1') => ({ tokenCode, alwaysSend: false });

describe('a person whom a client service sends', () => {
  it('enters the ID and the password, and returns to the service', async () => {
    const portal = openPortal();
    expect([portal.value(), portal.address()]).toEqual(['redirect', '/redirect']);
    await portal.answerRequest();
    expect([portal.value(), portal.address()]).toEqual([{ 'id-entry': 'withRequest' }, '/first']);
    await portal.identify();
    expect([portal.value(), portal.address()]).toEqual(['password', '/first/auth?type=pw']);
    await portal.submitPassword();
    await portal.answerLogin();
    await portal.ports.portal.load.answer(undefined);
    expect(portal.value()).toEqual({ 'return-to-service': 'running' });
    expect(portal.ports['return-to-service'].leave.waiting().input).toMatchObject({
      url: 'https://portal.example/oauth2/authorize/request-1',
    });
  });

  it.each([
    ['oidc', {}],
    ['saml', { hasOpenIdScope: false, hasServiceId: true }],
  ] as const)('has the session values of a request by %s', async (type, changes) => {
    const portal = openPortal();
    await portal.answerRequest({ ...changes, userId: 'park' });
    expect(portal.context().session).toMatchObject({
      request: { clientId: SERVICE, type, redirectUrl: authSummary().redirectUrl },
      person: { ...NO_PERSON, userId: 'park' },
    });
    expect(portal.flow('id-entry').context.userId).toBe('park');
  });

  it('has the reason of the re-authentication until another ID is entered', async () => {
    const portal = openPortal();
    await portal.answerRequest({ userId: 'park', reauthReason: 'more' });
    expect(portal.context().session.person).toMatchObject({ userId: 'park', reauthReason: 'more' });
    await portal.identify();
    expect(portal.context().session.person).toMatchObject({ userId: 'kim', reauthReason: '' });
  });

  it('returns to the service when already signed in', async () => {
    const portal = openPortal();
    await portal.answerRequest({ isAlreadyAuth: true });
    await portal.clock.advance(3000);
    await portal.ports.portal.load.answer(undefined);
    expect(portal.ports['return-to-service'].leave.waiting().input).toMatchObject({
      url: `${authSummary().redirectUrl}?noReauth=Y`,
    });
  });

  it('can sign out to choose another account, and continues the request after it', async () => {
    const portal = openPortal();
    await portal.answerRequest({ isAlreadyAuth: true });
    await portal.sendToFlow('redirect', { type: 'redirect.stay' });
    await portal.sendToFlow('redirect', { type: 'account.switch' });
    await portal.ports.portal.load.answer(undefined);
    expect(portal.ports['return-to-service'].leave.waiting().input).toMatchObject({
      url: `https://portal.example/logout?continue=${SERVICE}`,
    });
  });

  it('sees the error page when the request has no redirect URL', async () => {
    const portal = openPortal();
    await portal.answerRequest({ isAlreadyAuth: true, redirectUrl: '' });
    expect([portal.value(), portal.address()]).toEqual(['error-page', '/error?reason=noRedirectUrl']);
  });

  it.each([
    [rejected('000', 404), '/error?reason=notExists'],
    [rejected('', 401), '/error?reason=unauthorized'],
    [rejected('', 400), '/error?reason=invalidAccess'],
  ])('sees the reason when the request is refused with %j', async (failure, address) => {
    const portal = openPortal();
    await portal.ports.redirect.fetchSummary.answer(failed(failure));
    expect([portal.value(), portal.address()]).toEqual(['error-page', address]);
  });

  it('starts again with another request, without the previous ID and service', async () => {
    const portal = await openPasswordScreen(undefined, {
      session: { ...sessionOf(), request: { ...sessionOf().request, company: 'Former service' } },
    });
    await portal.goTo('/redirect?uid=2');
    await portal.answerRequest({ clientId: 'other-service' });
    expect(portal.context()).toMatchObject({
      policy: null,
      client: null,
      session: { request: { clientId: 'other-service', company: '' }, person: NO_PERSON },
    });
  });

  it('does not see the name of the former service on the way to the next', async () => {
    const portal = openPortal({
      address: '/redirect?uid=2',
      session: { ...sessionOf(), request: { ...sessionOf().request, company: 'Former service' } },
    });
    await portal.answerRequest({ clientId: 'other-service', isAlreadyAuth: true });
    await portal.sendToFlow('redirect', { type: 'redirect.continue' });
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
    expect(portal.context().session.request).toMatchObject({ clientId: 'other-service', company: '' });
  });

  it('keeps only the ID for another request of the same service', async () => {
    const portal = await openPasswordScreen(undefined, {
      session: { ...sessionOf(), person: { ...NO_PERSON, accessToken: 'old' } },
    });
    await portal.goTo('/redirect?uid=2');
    await portal.answerRequest();
    expect(portal.context().session.person).toEqual({ ...NO_PERSON, userId: 'kim' });
    expect(portal.context().policy).toBeNull();
  });
});

describe('the first step', () => {
  it('requires the password, then opens the chooser', async () => {
    const portal = await openPasswordScreen(policy(['password', 'sms']));
    expect(portal.flow('password').context).toMatchObject({ mode: 'gate', hasOtherMethods: false });
    await portal.submitPassword();
    await portal.ports.password.provePassword.answer(success({}));
    expect(portal.context().policy?.check).toBe(true);
    expect([portal.value(), portal.address()]).toEqual([{ chooser: 'loading' }, '/first/select']);
  });

  it('goes from the password gate to the default method', async () => {
    const portal = await openPasswordScreen(policy(['password', 'sms'], { fixedToken: fixed('1') }));
    await portal.submitPassword();
    await portal.ports.password.provePassword.answer(success({}));
    expect([portal.value(), portal.address()]).toEqual([{ 'sent-code': 'loading' }, '/first/auth?type=1']);
  });

  it('is a login by password when the policy allows only the password', async () => {
    const portal = await openPasswordScreen(policy(['password']));
    expect(portal.flow('password').context.mode).toBe('login');
  });

  it('starts with the chooser under an OTP policy', async () => {
    const portal = await openPasswordScreen(policy(['password', 'sms'], { authType: 'otp' }));
    expect([portal.value(), portal.address()]).toEqual([{ chooser: 'loading' }, '/first/select']);
  });

  it('starts with the password under an OTP policy when it is the default method, and offers the others', async () => {
    const otpPolicy = policy(['password', 'sms'], { authType: 'otp', fixedToken: fixed('-1') });
    const portal = await openPasswordScreen(otpPolicy);
    expect(portal.flow('password').context).toMatchObject({
      mode: 'login',
      hasOtherMethods: true,
      boxes: { always: true, alwaysSend: false },
    });
    await portal.sendToFlow('password', { type: 'method.change' });
    expect(portal.address()).toBe('/first/select');
  });

  it('returns to the ID entry, which still shows the ID', async () => {
    const portal = await openPasswordScreen();
    await portal.sendToFlow('password', { type: 'password.back' });
    expect(portal.value()).toEqual({ 'id-entry': 'withRequest' });
    expect(portal.flow('id-entry').context.userId).toBe('kim');
  });

  it('removes all values of the person when another ID is entered', async () => {
    const portal = await openPasswordScreen(policy(['password'], { fixedToken: fixed('-1') }));
    await portal.submitPassword();
    await portal.answerLogin({ to: '/change', expiredDay: '2026-01-01 00:00:00' });
    expect(portal.context().session.person.accessToken).toBe('token-1');
    await portal.goTo('/first');
    await portal.identify('lee');
    expect(portal.context().session.person).toEqual({ ...NO_PERSON, userId: 'lee' });
  });

  it.each([
    ['has changed', rejected('016')],
    ['the server has lost with the session', rejected('', 401)],
  ])('checks a policy again that %s, and shows a remark on the first screen', async (_name, failure) => {
    const portal = await openPasswordScreen();
    await portal.submitPassword();
    await portal.ports.password.logIn.answer(failed(failure));
    expect(portal.value()).toBe('renewing');
    expect(portal.ports.portal.checkPolicy.waiting().input).toEqual({ userId: 'kim', clientId: SERVICE });
    const renewed = policy(['password'], { policyId: 'policy-2' });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: renewed }));
    expect(portal.value()).toBe('password');
    expect(portal.context()).toMatchObject({
      remark: 'remark.policyChanged',
      policy: { policyId: 'policy-2' },
    });
  });

  describe('restarts automatically once', () => {
    const OUTDATED = failed(rejected('notAuthorized', 401));
    const twoSteps = policy(['password'], { secondAuth: true });
    const restart = async () => {
      const portal = await openPasswordScreen(twoSteps);
      await portal.submitPassword();
      await portal.ports.password.proveFirst.answer(OUTDATED);
      await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: twoSteps }));
      return portal;
    };

    it('and shows the error page after another 401', async () => {
      const portal = await restart();
      await portal.submitPassword();
      await portal.ports.password.proveFirst.answer(OUTDATED);
      expect([portal.value(), portal.address()]).toEqual(['error-page', '/error?reason=unauthorized']);
      expect(portal.ports.portal.checkPolicy.calls).toHaveLength(1);
    });

    it('and shows the failure on the ID entry after another refusal with 016', async () => {
      const portal = await restart();
      await portal.submitPassword();
      await portal.ports.password.proveFirst.answer(failed(rejected('016')));
      expect([portal.value(), portal.address()]).toEqual([{ 'id-entry': 'withRequest' }, '/first']);
      expect(portal.flow('id-entry').context.problem).toMatchObject({ failure: rejected('016') });
    });

    it('for each ID that is entered', async () => {
      const portal = await restart();
      await portal.sendToFlow('password', { type: 'password.back' });
      await portal.identify('kim', twoSteps);
      await portal.submitPassword();
      await portal.ports.password.proveFirst.answer(OUTDATED);
      expect(portal.value()).toBe('renewing');
    });
  });

  it.each<[string, Failure]>([
    ['no answer', UNREACHABLE],
    ['a refusal', rejected('000', 404)],
  ])('returns to the ID entry when the repeated policy check fails with %s', async (_name, failure) => {
    const portal = await openPasswordScreen();
    await portal.submitPassword();
    await portal.ports.password.logIn.answer(failed(rejected('016')));
    await portal.ports.portal.checkPolicy.answer(failed(failure));
    expect(portal.value()).toEqual({ 'id-entry': 'withRequest' });
    expect(portal.flow('id-entry').context).toMatchObject({
      userId: 'kim',
      problem: { kind: 'refused', failure },
    });
  });
});
