import { describe, expect, it } from 'vitest';
import { clientConfig, loginResult, policy, rejected, SERVICE } from '#cases/samples.ts';
import { titleKeyOf } from '#machines/portal/portal.selectors.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { METHODS, type Policy } from '#machines/shared/policy.ts';
import { failed, success } from '#machines/shared/result.ts';
import type { Session } from '#machines/shared/session.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';
import { settle } from '#tests/support/ports.ts';
import { SERVER_ERROR } from '#tests/support/refusals.ts';

const QR = '/first/auth?type=11';
const RUNNING = { qr: 'running' };

const policyOfAllMethods = (changes: Parameters<typeof policy>[1] = {}): Policy =>
  policy(METHODS, { authType: 'otp', ...changes });

const receiveService = (portal: OpenPortal, qrCode = true): Promise<void> =>
  portal.ports['service-info'].fetchClientConfig.answer(success(clientConfig({ qrCode })));

const openAt = (address: string, changes: Partial<PortalInput> = {}): OpenPortal =>
  openPortal({ address, session: sessionOf(), ...changes });

const openAsKim = (
  address: string,
  stored = policyOfAllMethods(),
  session: Session = sessionOf('kim'),
): OpenPortal =>
  openAt(address, { session, storedPolicy: { userId: 'kim', clientId: SERVICE, policy: stored } });

const QR_CODE = { qrId: 'qr-1', qr: 'cubelogin://qr?id=qr-1', at: 1000, validUntil: 16_000 };

/** Opens a QR code for an unknown person. */
async function openCode(): Promise<OpenPortal> {
  const portal = openAt(QR);
  await receiveService(portal);
  await portal.load();
  await portal.ports.qr.createQr.answer(success(QR_CODE));
  return portal;
}

const approve = (portal: OpenPortal, userId = 'lim'): Promise<void> =>
  portal.ports.qr.checkQr.answer({ at: 2000, answer: success({ check: 'A', userId }) });

const answerPolicy = (portal: OpenPortal, checked: Policy): Promise<void> =>
  portal.ports.portal.checkPolicy.answer(success({ userId: 'lim', policy: checked }));

describe('the address of the QR code', () => {
  it('opens for an unknown person when the service is received and offers QR codes', async () => {
    const portal = openAt(QR);
    const currentScreen = () => [portal.value(), portal.address(), titleKeyOf(portal.actor.getSnapshot())];
    expect(currentScreen()).toEqual(['service-info', QR, 'title.method.11']);
    await receiveService(portal);
    expect(currentScreen()).toEqual([{ qr: 'loading' }, QR, 'title.method.11']);
    expect(portal.ports.portal.load.waiting().input).toEqual({ flow: 'qr' });
    await portal.load();
    expect(portal.flow('qr').context).toMatchObject({ userId: '', approvedId: null });
  });

  it('opens for a known person, who can change to another method', async () => {
    const portal = openAsKim(QR);
    await receiveService(portal);
    await portal.load();
    expect(portal.flow('qr').context).toMatchObject({ userId: 'kim', hasOtherMethods: true });
    await portal.ports.qr.createQr.answer(success(QR_CODE));
    await portal.sendToFlow('qr', { type: 'qr.leave' });
    expect(portal.address()).toBe('/first/select');
  });

  describe.each([
    ['an unknown person to the ID entry', () => openAt(QR), '/first'],
    ['a known person to the chooser', () => openAsKim(QR), '/first/select'],
  ])('leads %s', (_name, open, address) => {
    it('when the service offers no QR codes', async () => {
      const portal = open();
      await receiveService(portal, false);
      expect(portal.address()).toBe(address);
    });

    it('when the service cannot be fetched', async () => {
      const portal = open();
      await portal.ports['service-info'].fetchClientConfig.answer(SERVER_ERROR);
      expect(portal.address()).toBe(address);
    });
  });

  it('leads to the ID entry without a service', () => {
    expect(openPortal({ address: QR }).address()).toBe('/first');
  });

  it('first shows a known person the password gate', () => {
    expect(openAsKim(QR, policyOfAllMethods({ authType: 'other' })).value()).toBe('password');
  });

  it('is the first screen when it is the default method', async () => {
    const portal = openAt('/first');
    await portal.sendToFlow('id-entry', { type: 'identity.submitted', userId: 'kim' });
    const fixed = policyOfAllMethods({ fixedToken: { tokenCode: '11', alwaysSend: false } });
    await portal.ports['id-entry'].checkPolicy.answer(success({ userId: 'kim', policy: fixed }));
    expect(portal.value()).toBe('service-info');
    await receiveService(portal);
    await portal.load();
    expect([portal.value(), portal.address()]).toEqual([RUNNING, QR]);
  });
});

describe('the QR button on the ID entry', () => {
  it('opens the QR code and removes the entered ID', async () => {
    const portal = openAsKim('/first');
    await receiveService(portal);
    await portal.send({ type: 'qr.choose' });
    await portal.load();
    expect([portal.value(), portal.address()]).toEqual([RUNNING, QR]);
    expect([portal.context().session.person.userId, portal.context().policy]).toEqual(['', null]);
  });

  it('does nothing when the service offers no QR codes', async () => {
    const portal = openAt('/first');
    await portal.send({ type: 'qr.choose' });
    await receiveService(portal, false);
    await portal.send({ type: 'qr.choose' });
    expect(portal.address()).toBe('/first');
  });

  it('opens a screen that leads back to the ID entry', async () => {
    const portal = await openCode();
    await portal.sendToFlow('qr', { type: 'qr.leave' });
    expect([portal.address(), portal.ports.qr.checkQr.isWaiting()]).toEqual(['/first', false]);
  });
});

describe('an approval of a QR code by an unknown person', () => {
  it('signs in when the policy requires no password', async () => {
    const portal = await openCode();
    await approve(portal);
    expect(portal.value()).toBe('renewing');
    expect(portal.ports.portal.checkPolicy.waiting().input).toEqual({ userId: 'lim', clientId: SERVICE });
    await answerPolicy(portal, policyOfAllMethods());
    await portal.load();
    expect(portal.ports.qr.logIn.waiting().input).toMatchObject({ userId: 'lim', secret: 'qr-1' });
    expect(portal.ports.qr.createQr.calls).toHaveLength(1);
    await portal.ports.qr.logIn.answer(success(loginResult()));
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
    expect(portal.context().session.person.pending).toBeNull();
  });

  it('is used before the default method', async () => {
    const portal = await openCode();
    await approve(portal);
    await answerPolicy(portal, policyOfAllMethods({ fixedToken: { tokenCode: '1', alwaysSend: true } }));
    expect(portal.value()).toEqual({ qr: 'loading' });
  });

  it('waits for the password when the policy requires it first, also after a reload', async () => {
    const portal = await openCode();
    await approve(portal);
    const gated = policyOfAllMethods({ authType: 'other' });
    await answerPolicy(portal, gated);
    expect(portal.value()).toBe('password');
    expect(portal.context().session.person).toMatchObject({
      userId: 'lim',
      pending: { tokenCode: '11', kind: 'approval', id: 'qr-1', validUntil: 62_000 },
    });

    const reloaded = openPortal({
      address: '/first/auth?type=pw',
      session: portal.context().session,
      storedPolicy: { userId: 'lim', clientId: SERVICE, policy: gated },
    });
    await reloaded.submitPassword();
    await reloaded.ports.password.provePassword.answer(success(undefined));
    await reloaded.load();
    expect(reloaded.ports.qr.logIn.waiting().input).toMatchObject({ userId: 'lim', secret: 'qr-1' });
  });

  it('leads to the ID entry with the failure when the policy check is refused', async () => {
    const portal = await openCode();
    await approve(portal);
    await portal.ports.portal.checkPolicy.answer(failed(rejected('016', 403)));
    expect([portal.address(), portal.context().failure]).toEqual(['/first', rejected('016', 403)]);
  });

  it('is not used again after it was refused', async () => {
    const portal = await openCode();
    await approve(portal);
    await answerPolicy(portal, policyOfAllMethods());
    await portal.load();
    await portal.ports.qr.logIn.answer(failed(rejected('018')));
    await portal.sendToFlow('qr', { type: 'failure.dismissed' });
    await portal.sendToFlow('qr', { type: 'qr.leave' });
    expect([portal.address(), portal.context().session.person.pending]).toEqual(['/first/select', null]);
  });
});

describe('another address at the QR code', () => {
  it('ends the polling, and a late approval does nothing', async () => {
    const portal = await openCode();
    const [late] = portal.ports.qr.checkQr.calls;
    await portal.goTo('/first');
    expect(late?.isAborted()).toBe(true);
    await late?.answer({ at: 2000, answer: success({ check: 'A', userId: 'lim' }) });
    await settle();
    expect([portal.address(), portal.ports.portal.checkPolicy.calls.length]).toEqual(['/first', 0]);
  });
});

describe('a QR code that cannot be used', () => {
  it('leads to the password screen with a remark when the policy allows only the password', async () => {
    const portal = await openCode();
    await approve(portal);
    await answerPolicy(portal, policy(['password']));
    expect([portal.value(), portal.context().remark]).toEqual(['password', 'remark.qrNotAllowed']);
    expect(portal.context().session.person.pending).toBeNull();
  });

  it.each(['its creation', 'a poll'])(
    'leads to the ID entry with a remark when %s shows that the session has ended',
    async (when) => {
      const portal = when === 'its creation' ? openAt(QR) : await openCode();
      const sessionEnded = failed(rejected('notAuthorized', 401));
      if (when === 'its creation') {
        await receiveService(portal);
        await portal.load();
        await portal.ports.qr.createQr.answer(sessionEnded);
      } else await portal.ports.qr.checkQr.answer({ at: 2000, answer: sessionEnded });
      expect([portal.address(), portal.context().remark]).toEqual(['/first', 'remark.policyChanged']);
    },
  );
});
