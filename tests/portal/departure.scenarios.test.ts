import { describe, expect, it } from 'vitest';
import { SERVICE, summary } from '#cases/samples.ts';
import { policyToStore } from '#machines/portal/portal.selectors.ts';
import { NO_PERSON } from '#machines/shared/session.ts';
import { arriveAtPassword } from '#tests/support/model/portal.ts';

describe('a finished login', () => {
  it('stores what /change needs before it goes there', async () => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    await portal.logIn({
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
    expect(policyToStore(portal.actor.getSnapshot())).not.toBeNull();
    await portal.ports.portal.load.answer(undefined);
    expect(portal.context().session).toMatchObject({ flow: { clientId: SERVICE }, person: NO_PERSON });
    expect(policyToStore(portal.actor.getSnapshot())).toBeNull();
  });

  it.each([
    ['javascript:alert(1)', '/error?reason=invalidAccess'],
    ['', '/error?reason=noRedirectUrl'],
  ])('does not leave to %j', async (to, address) => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    await portal.logIn({ to });
    await portal.ports.portal.load.answer(undefined);
    expect([portal.value(), portal.address()]).toEqual(['error-page', address]);
    expect(portal.ports['return-to-service'].leave.calls).toHaveLength(0);
  });

  it('loads the code for leaving again after a failure', async () => {
    const portal = await arriveAtPassword();
    await portal.submitPassword();
    await portal.logIn();
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
