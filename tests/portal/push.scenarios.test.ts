import { describe, expect, it } from 'vitest';
import { loginResult, policy, SERVICE } from '#cases/samples.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { success } from '#machines/shared/result.ts';
import type { Pending } from '#machines/shared/session.ts';
import { openPortal, sessionOf } from '#tests/support/model/portal.ts';

const PERIOD = 60_000;
const SENT = success({ id: 'ABCDEFGHJKLMNPQR', period: PERIOD, isNotified: true, at: 0 });
const PENDING: Pending = { tokenCode: '10', kind: 'push', id: 'ABCDEFGHJKLMNPQR', validUntil: PERIOD };

async function openPush(changes: Partial<Policy> = {}, pending: Pending | null = null) {
  const session = sessionOf('kim');
  const userTokens = { ...policy().userTokens, mobileApp: 'Galaxy S26' };
  const portal = openPortal({
    session: { ...session, person: { ...session.person, pending } },
    storedPolicy: {
      userId: 'kim',
      clientId: SERVICE,
      policy: policy(['push', 'sms'], { authType: 'otp', userTokens, ...changes }),
    },
    address: '/first/auth?type=10',
  });
  await portal.load();
  await portal.ports.push.readClock.answer(0);
  return portal;
}

type OpenPush = Awaited<ReturnType<typeof openPush>>;

async function requestPush(portal: OpenPush) {
  await portal.sendToFlow('push', { type: 'push.request' });
  await portal.ports.push.requestPush.answer(SENT);
}

const pendingOf = (portal: OpenPush) => portal.context().session.person.pending;

describe('the push screen', () => {
  it('stores the push, and a reload resumes it', async () => {
    const portal = await openPush();
    await requestPush(portal);
    expect([portal.address(), pendingOf(portal)]).toEqual(['/first/auth?type=10', PENDING]);
    const reloaded = await openPush({}, PENDING);
    expect(reloaded.ports.push.checkPush.waiting().input).toMatchObject({ id: PENDING.id });
    expect(reloaded.ports.push.requestPush.calls).toHaveLength(0);
  });

  it('requests a push immediately when it is the default method with alwaysSend', async () => {
    const portal = await openPush({ fixedToken: { tokenCode: '10', alwaysSend: true } });
    expect(portal.ports.push.requestPush.waiting().input).toMatchObject({ userId: 'kim', clientId: SERVICE });
  });

  it('leads to the service after the login, and removes the stored push', async () => {
    const portal = await openPush();
    await requestPush(portal);
    await portal.ports.push.checkPush.answer({ check: success('A'), at: 1 });
    await portal.ports.push.logIn.answer(success(loginResult()));
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
    expect(pendingOf(portal)).toBeNull();
  });
});

describe('another address', () => {
  it('opens after the push is withdrawn', async () => {
    const portal = await openPush();
    await requestPush(portal);
    await portal.goTo('/first/select');
    expect([portal.value(), portal.address()]).toEqual([{ push: { running: 'leaving' } }, null]);
    await portal.ports.push.withdrawPush.answer(success(undefined));
    expect([portal.value(), pendingOf(portal)]).toEqual([{ chooser: 'loading' }, null]);
  });

  it('is the last requested one when several are requested before the push is withdrawn', async () => {
    const portal = await openPush();
    await requestPush(portal);
    await portal.goTo('/first/select');
    await portal.goTo('/first');
    await portal.ports.push.withdrawPush.answer(success(undefined));
    expect(portal.address()).toBe('/first');
  });

  it('opens immediately when no push is pending', async () => {
    const portal = await openPush();
    await portal.goTo('/first');
    expect(portal.address()).toBe('/first');
    expect(portal.ports.push.withdrawPush.calls).toHaveLength(0);
  });
});

it('another method withdraws the push before the chooser opens', async () => {
  const portal = await openPush();
  await requestPush(portal);
  await portal.sendToFlow('push', { type: 'method.change' });
  expect(portal.value()).toEqual({ push: { running: 'staying' } });
  await portal.ports.push.withdrawPush.answer(success(undefined));
  expect(portal.address()).toBe('/first/select');
});
