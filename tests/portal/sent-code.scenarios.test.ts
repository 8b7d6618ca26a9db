import { describe, expect, it } from 'vitest';
import { loginResult } from '#cases/samples.ts';
import { success } from '#machines/shared/result.ts';
import type { Pending, Session } from '#machines/shared/session.ts';
import { type OpenPortal, sessionOf } from '#tests/support/model/portal.ts';
import { settle } from '#tests/support/ports.ts';
import { openAt, policyOfAllMethods } from './known-person.ts';

describe('a sent code', () => {
  const NOW = 1_700_000_000_000;
  const PENDING: Pending = { tokenCode: '1', kind: 'code', id: '', validUntil: NOW + 300_000 };
  const withPending = (pending: Pending | null): Session => {
    const session = sessionOf('kim');
    return { ...session, person: { ...session.person, pending } };
  };
  const pendingOf = (portal: OpenPortal) => portal.context().session.person.pending;

  const send = async (portal: OpenPortal) => {
    await portal.load();
    await portal.ports['sent-code'].readClock.answer(NOW);
    await portal.sendToFlow('sent-code', { type: 'code.send' });
    await portal.ports['sent-code'].grantSendToken.answer(success('send-token'));
    await portal.ports['sent-code'].sendCode.answer(success({ at: NOW }));
    await settle();
  };

  it('is stored with the session values', async () => {
    const portal = openAt('/first/auth?type=1');
    await send(portal);
    expect(pendingOf(portal)).toEqual(PENDING);
  });

  it('is resumed after a reload, without another code and with the same expiry', async () => {
    const stored = policyOfAllMethods({ fixedToken: { tokenCode: '1', alwaysSend: true } });
    const portal = openAt('/first/auth?type=1', stored, { session: withPending(PENDING) });
    await portal.load();
    await portal.ports['sent-code'].readClock.answer(NOW + 100_000);
    expect(portal.flow('sent-code').value).toMatchObject({ working: { delivery: { sent: 'fresh' } } });
    expect(portal.ports['sent-code'].grantSendToken.calls).toHaveLength(0);
    await portal.clock.advance(200_000);
    expect(portal.flow('sent-code').value).toMatchObject({ working: { delivery: 'expired' } });
  });

  it('is not mistaken for another pending proof', async () => {
    const portal = openAt('/first/auth?type=1');
    await portal.send({ type: 'pending.changed', pending: { ...PENDING, tokenCode: '11', kind: 'qr' } });
    await portal.load();
    expect(portal.flow('sent-code').context.validUntil).toBeNull();
  });

  it('stays valid after Back and the chooser', async () => {
    const portal = openAt('/first/auth?type=1');
    await send(portal);
    await portal.sendToFlow('sent-code', { type: 'method.change' });
    expect(pendingOf(portal)).toEqual(PENDING);
    await portal.goTo('/first');
    await portal.goTo('/first/auth?type=1');
    await portal.load();
    expect(portal.flow('sent-code').context.validUntil).toBe(PENDING.validUntil);
  });

  it.each(['0', '2', '4', '7'])('is discarded by the screen of the type %s', async (code) => {
    const portal = openAt(`/first/auth?type=${code}`, policyOfAllMethods(), {
      session: withPending(PENDING),
    });
    expect(pendingOf(portal)).toBeNull();
    await portal.goTo('/first/auth?type=1');
    await portal.load();
    expect(portal.flow('sent-code').context.validUntil).toBeNull();
  });

  it('is discarded when another person is identified', async () => {
    const portal = openAt('/first', policyOfAllMethods(), { session: withPending(PENDING) });
    await portal.identify('lee', policyOfAllMethods());
    expect(pendingOf(portal)).toBeNull();
  });

  it('is discarded at the end of the login', async () => {
    const portal = openAt('/first/auth?type=1');
    await send(portal);
    await portal.sendToFlow('sent-code', { type: 'code.submitted', code: '1' });
    await portal.ports['sent-code'].logIn.answer(success(loginResult({ to: '/change' })));
    expect(pendingOf(portal)).toBeNull();
  });

  it('is discarded by the password screen', async () => {
    const portal = openAt('/first/auth?type=pw', policyOfAllMethods(), { session: withPending(PENDING) });
    expect(portal.value()).toBe('password');
    expect(pendingOf(portal)).toBeNull();
  });
});

describe('the emergency flag', () => {
  const isEmergency = (portal: OpenPortal) => portal.context().session.person.emergency;

  it('is set only while the screen of the temporary code is open', async () => {
    const portal = openAt('/first/auth?type=0');
    expect(isEmergency(portal)).toBe(true);
    await portal.load();
    await portal.sendToFlow('emergency', { type: 'method.change' });
    expect(isEmergency(portal)).toBe(false);
  });

  it('is not set by another method', () => {
    expect(isEmergency(openAt('/first/auth?type=7'))).toBe(false);
  });
});
