import { describe, expect, it } from 'vitest';
import { authSummary, SERVICE } from '#cases/samples.ts';
import { policyToStore } from '#machines/portal/portal.selectors.ts';
import { success } from '#machines/shared/result.ts';
import { NO_PERSON } from '#machines/shared/session.ts';
import { openPasswordScreen, openPortal } from '#tests/support/model/portal.ts';

describe('a finished login', () => {
  it('stores the values that /change needs before the portal opens it', async () => {
    const portal = await openPasswordScreen();
    await portal.submitPassword();
    await portal.answerLogin({
      to: '/change',
      auth: 'https://portal.example/on',
      expiredDay: '2026-11-01T09:30:00',
    });
    expect([portal.value(), portal.address()]).toEqual([{ 'password-expiry': 'loading' }, '/change']);
    expect(portal.context().session.person).toMatchObject({
      userId: 'kim',
      accessToken: 'token-1',
      redirect: 'https://portal.example/on',
      expiredDay: '2026-11-01T09:30:00',
      first: false,
    });
  });

  it.each(['Y', 'N', ''])('continues the request after /change when auth is %j', async (auth) => {
    const portal = await openPasswordScreen();
    await portal.submitPassword();
    await portal.answerLogin({ to: 'https://portal.example/change', auth });
    expect(portal.address()).toBe('/change');
    expect(portal.context().session.person).toMatchObject({ redirect: authSummary().redirectUrl, auth });
  });

  it.each(['1901-01-01 01:21:17', '1901-01-01T01:21:17', '1901-01-01T01:21:17.000Z'])(
    'counts as the first login of an administrator when expiredDay is %s',
    async (expiredDay) => {
      const portal = await openPasswordScreen();
      await portal.submitPassword();
      await portal.answerLogin({ to: '/change', expiredDay });
      expect(portal.context().session.person.first).toBe(true);
    },
  );

  it('removes the person from the session when the browser leaves, but not the service', async () => {
    const portal = await openPasswordScreen();
    await portal.submitPassword();
    await portal.answerLogin();
    expect(policyToStore(portal.actor.getSnapshot())).not.toBeNull();
    await portal.ports.portal.load.answer(undefined);
    expect(portal.context().session).toMatchObject({ request: { clientId: SERVICE }, person: NO_PERSON });
    expect(policyToStore(portal.actor.getSnapshot())).toBeNull();
  });

  it.each([
    ['javascript:alert(1)', '/error?reason=invalidAccess'],
    ['', '/error?reason=noRedirectUrl'],
  ])('does not send the browser to %j', async (to, address) => {
    const portal = await openPasswordScreen();
    await portal.submitPassword();
    await portal.answerLogin({ to });
    await portal.ports.portal.load.answer(undefined);
    expect([portal.value(), portal.address()]).toEqual(['error-page', address]);
    expect(portal.ports['return-to-service'].leave.calls).toHaveLength(0);
  });

  it('can load the chunk of return-to-service again after a failure', async () => {
    const portal = await openPasswordScreen();
    await portal.submitPassword();
    await portal.answerLogin();
    await portal.ports.portal.load.fail();
    expect(portal.value()).toEqual({ 'return-to-service': 'unloaded' });
    await portal.send({ type: 'load.retry' });
    await portal.ports.portal.load.answer(undefined);
    expect(portal.value()).toEqual({ 'return-to-service': 'running' });
    expect(portal.ports.portal.load.calls.map(({ input }) => input)).toEqual([
      { flow: 'return-to-service' },
      { flow: 'return-to-service' },
    ]);
  });
});

describe('a request that the person declines', () => {
  const canDecline = ({ actor }: ReturnType<typeof openPortal>): boolean =>
    actor.getSnapshot().can({ type: 'request.decline' });

  async function decline() {
    const portal = await openPasswordScreen();
    await portal.send({ type: 'request.decline' });
    await portal.ports.portal.load.answer(undefined);
    return portal;
  }

  it('is declined before the browser leaves, and the person is removed from the session', async () => {
    const portal = await decline();
    const { declineRequest, leave } = portal.ports['return-to-service'];
    expect(declineRequest.waiting().input).toEqual({ redirect: authSummary().redirectUrl });
    await declineRequest.answer(success(undefined));
    expect(leave.waiting().input).toEqual({ url: authSummary().redirectUrl, replacesEntry: true });
    expect(portal.context().session).toMatchObject({
      request: { clientId: SERVICE, redirectUrl: '', isDeclined: true },
      person: NO_PERSON,
    });
  });

  it.each(['/first', '/first/auth?type=pw', '/second'])(
    'has ended when the person goes back to %s',
    async (address) => {
      const portal = await decline();
      await portal.goTo(address);
      expect([portal.value(), portal.address()]).toEqual(['error-page', '/error?reason=requestEnded']);
      expect(portal.context().session.request.isDeclined).toBe(false);
    },
  );

  it('is not mentioned on the start page', async () => {
    const portal = await decline();
    await portal.goTo('/');
    expect(portal.value()).toEqual({ 'id-entry': 'withoutRequest' });
  });

  it('is replaced when a service starts another one', async () => {
    const portal = await decline();
    await portal.goTo('/redirect?uid=2');
    await portal.answerRequest();
    expect([portal.value(), canDecline(portal)]).toEqual([{ 'id-entry': 'withRequest' }, true]);
  });

  it('cannot be declined without a client ID or without a redirect URL', async () => {
    const portal = openPortal({ address: '/login' });
    expect(canDecline(portal)).toBe(false);
    await portal.goTo('/redirect');
    await portal.answerRequest({ clientId: '', redirectUrl: 'https://service.example/login' });
    expect(canDecline(portal)).toBe(false);
  });
});
