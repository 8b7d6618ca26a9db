import { describe, expect, it } from 'vitest';
import { clientConfig, login, policy, rejected, SERVICE } from '#cases/samples.ts';
import { titleOf } from '#machines/portal/portal.selectors.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { METHODS, type Policy } from '#machines/shared/policy.ts';
import { failed, success } from '#machines/shared/result.ts';
import type { Session } from '#machines/shared/session.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';
import { settle } from '#tests/support/ports.ts';

const QR = '/first/auth?type=11';
const SCREEN = { qr: 'running' };

const every = (changes: Parameters<typeof policy>[1] = {}): Policy =>
  policy(METHODS, { authType: 'otp', ...changes });

const learn = (portal: OpenPortal, qrCode = true): Promise<void> =>
  portal.ports['service-info'].fetchClientConfig.answer(success(clientConfig({ qrCode })));

const openAt = (address: string, changes: Partial<PortalInput> = {}): OpenPortal =>
  openPortal({ address, session: sessionOf(), ...changes });

const openAsKim = (address: string, found = every(), session: Session = sessionOf('kim')): OpenPortal =>
  openAt(address, { session, storedPolicy: { userId: 'kim', clientId: SERVICE, policy: found } });

const DRAWN = { qrId: 'qr-1', qr: 'cubelogin://qr?id=qr-1', at: 1000, validUntil: 16_000 };

/** A code for an unknown person. */
async function openCode(): Promise<OpenPortal> {
  const portal = openAt(QR);
  await learn(portal);
  await portal.load();
  await portal.ports.qr.drawQr.answer(success(DRAWN));
  return portal;
}

const approve = (portal: OpenPortal, userId = 'lim'): Promise<void> =>
  portal.ports.qr.checkQr.answer({ at: 2000, answer: success({ check: 'A', userId }) });

const answerPolicy = (portal: OpenPortal, found: Policy): Promise<void> =>
  portal.ports.portal.checkPolicy.answer(success({ userId: 'lim', policy: found }));

describe('the address of the QR code', () => {
  it('opens for a stranger as soon as the service is known to offer it', async () => {
    const portal = openAt(QR);
    const shown = () => [portal.value(), portal.address(), titleOf(portal.actor.getSnapshot())];
    expect(shown()).toEqual(['service-info', QR, 'title.method.11']);
    await learn(portal);
    expect(shown()).toEqual([{ qr: 'loading' }, QR, 'title.method.11']);
    expect(portal.ports.portal.load.waiting().input).toEqual({ flow: 'qr' });
    await portal.load();
    expect(portal.flow('qr').context).toMatchObject({ userId: '', approvedId: null });
  });

  it('opens for a known person, who can change to another method', async () => {
    const portal = openAsKim(QR);
    await learn(portal);
    await portal.load();
    expect(portal.flow('qr').context).toMatchObject({ userId: 'kim', hasOtherMethods: true });
    await portal.ports.qr.drawQr.answer(success(DRAWN));
    await portal.sendToFlow('qr', { type: 'qr.leave' });
    expect(portal.address()).toBe('/first/select');
  });

  it.each([
    ['a stranger to the ID entry', openAt(QR), '/first'],
    ['a person to the other methods', openAsKim(QR), '/first/select'],
  ])('leads %s when the service does not offer it', async (_name, portal, address) => {
    await learn(portal, false);
    expect(portal.address()).toBe(address);
  });

  it.each([
    ['a stranger to the ID entry', () => openAt(QR), '/first'],
    ['a person to the other methods', () => openAsKim(QR), '/first/select'],
  ])('leads %s when nobody knows what the service offers', async (_name, open, address) => {
    const portal = open();
    await portal.ports['service-info'].fetchClientConfig.answer(failed(rejected('', 500)));
    expect(portal.address()).toBe(address);
  });

  it('leads to the ID entry where there is no service', () => {
    expect(openPortal({ address: QR }).address()).toBe('/first');
  });

  it('comes after the password gate for a known person', () => {
    expect(openAsKim(QR, every({ authType: 'other' })).value()).toBe('password');
  });

  it('is the first screen when it is the fixed method', async () => {
    const portal = openAt('/first');
    await portal.sendToFlow('id-entry', { type: 'identity.submitted', userId: 'kim' });
    const fixed = every({ fixedToken: { tokenCode: '11', alwaysSend: false } });
    await portal.ports['id-entry'].checkPolicy.answer(success({ userId: 'kim', policy: fixed }));
    expect(portal.value()).toBe('service-info');
    await learn(portal);
    await portal.load();
    expect([portal.value(), portal.address()]).toEqual([SCREEN, QR]);
  });
});

describe('the button on the ID entry', () => {
  it('opens the code and drops the entered person', async () => {
    const portal = openAsKim('/first');
    await learn(portal);
    await portal.send({ type: 'qr.choose' });
    await portal.load();
    expect([portal.value(), portal.address()]).toEqual([SCREEN, QR]);
    expect([portal.context().session.person.userId, portal.context().policy]).toEqual(['', null]);
  });

  it('does nothing where the service does not offer it', async () => {
    const portal = openAt('/first');
    await portal.send({ type: 'qr.choose' });
    await learn(portal, false);
    await portal.send({ type: 'qr.choose' });
    expect(portal.address()).toBe('/first');
  });

  it('has a way back', async () => {
    const portal = await openCode();
    await portal.sendToFlow('qr', { type: 'qr.leave' });
    expect([portal.address(), portal.ports.qr.checkQr.isWaiting()]).toEqual(['/first', false]);
  });
});

describe('an approval by a person not entered before', () => {
  it('signs in when the policy asks for no password', async () => {
    const portal = await openCode();
    await approve(portal);
    expect(portal.value()).toBe('renewing');
    expect(portal.ports.portal.checkPolicy.waiting().input).toEqual({ userId: 'lim', clientId: SERVICE });
    await answerPolicy(portal, every());
    await portal.load();
    expect(portal.ports.qr.logIn.waiting().input).toMatchObject({ userId: 'lim', secret: 'qr-1' });
    expect(portal.ports.qr.drawQr.calls).toHaveLength(1);
    await portal.ports.qr.logIn.answer(success(login()));
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
    expect(portal.context().session.person.pending).toBeNull();
  });

  it('comes before the method that the person always uses', async () => {
    const portal = await openCode();
    await approve(portal);
    await answerPolicy(portal, every({ fixedToken: { tokenCode: '1', alwaysSend: true } }));
    expect(portal.value()).toEqual({ qr: 'loading' });
  });

  it('waits for the password when the policy requires it first, also after a reload', async () => {
    const portal = await openCode();
    await approve(portal);
    const gated = every({ authType: 'other' });
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

  it('is explained at the ID entry when no policy applies', async () => {
    const portal = await openCode();
    await approve(portal);
    await portal.ports.portal.checkPolicy.answer(failed(rejected('016', 403)));
    expect([portal.address(), portal.context().failure]).toEqual(['/first', rejected('016', 403)]);
  });

  it('that is refused leads to a new code and is not used again', async () => {
    const portal = await openCode();
    await approve(portal);
    await answerPolicy(portal, every());
    await portal.load();
    await portal.ports.qr.logIn.answer(failed(rejected('018')));
    await portal.sendToFlow('qr', { type: 'failure.dismissed' });
    await portal.sendToFlow('qr', { type: 'qr.leave' });
    expect([portal.address(), portal.context().session.person.pending]).toEqual(['/first/select', null]);
  });
});

describe('an ended session', () => {
  it('leads a stranger to the ID entry and says why', async () => {
    const portal = await openCode();
    await portal.ports.qr.checkQr.answer({ at: 0, answer: failed(rejected('notAuthorized', 401)) });
    expect([portal.address(), portal.context().remark]).toEqual(['/first', 'remark.policyChanged']);
  });
});

describe('leaving by the address bar', () => {
  it('ends the polling; a late approval does nothing', async () => {
    const portal = await openCode();
    const [late] = portal.ports.qr.checkQr.calls;
    await portal.goTo('/first');
    expect(late?.isAborted()).toBe(true);
    await late?.answer({ at: 2000, answer: success({ check: 'A', userId: 'lim' }) });
    await settle();
    expect([portal.address(), portal.ports.portal.checkPolicy.calls.length]).toEqual(['/first', 0]);
  });
});

describe('a code that cannot lead on', () => {
  it('opens the password screen with a notice when the policy allows only the password', async () => {
    const portal = await openCode();
    await approve(portal);
    await answerPolicy(portal, policy(['password']));
    expect([portal.value(), portal.context().remark]).toEqual(['password', 'remark.qrNotAllowed']);
    expect(portal.context().session.person.pending).toBeNull();
  });

  it.each(['the drawing', 'the look at it'])(
    'is reported as ended when the session is gone at %s',
    async (when) => {
      const portal = when === 'the drawing' ? openAt(QR) : await openCode();
      const gone = failed(rejected('notAuthorized', 401));
      if (when === 'the drawing') {
        await learn(portal);
        await portal.load();
        await portal.ports.qr.drawQr.answer(gone);
      } else await portal.ports.qr.checkQr.answer({ at: 2000, answer: gone });
      expect([portal.address(), portal.context().remark]).toEqual(['/first', 'remark.policyChanged']);
    },
  );
});
