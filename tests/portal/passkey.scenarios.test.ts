import { describe, expect, it } from 'vitest';
import { clientConfig, login, policy, rejected, SERVICE } from '#cases/samples.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { failed, success } from '#machines/shared/result.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';

const ASSERTION = 'assertion-1';
const REQUEST = { challenge: 'challenge-1' };
const userTokens = { ...policy().userTokens, passkey: 'laptop' };

const direct = (changes: Parameters<typeof policy>[1] = {}): Policy =>
  policy(['password', 'sms', 'passkey'], { authType: 'otp', userTokens, ...changes });

/** From the service to the ID entry, whose button for a passkey was pressed and answered. */
async function givePasskey(found: Policy): Promise<OpenPortal> {
  const portal = openPortal();
  await portal.request();
  await portal.ports['service-info'].fetchClientConfig.answer(success(clientConfig({ passkey: true })));
  const { probeSuggestions, startAssertion, getAssertion, recognise } = portal.ports['id-entry'];
  await probeSuggestions.answer(false);
  await portal.sendToFlow('id-entry', { type: 'mode.chosen', mode: 'passkey' });
  await portal.sendToFlow('id-entry', { type: 'passkey.request' });
  await startAssertion.answer(success(REQUEST));
  await getAssertion.answer({ kind: 'given', assertion: ASSERTION, userHandle: 'handle-1' });
  await recognise.answer(success({ userId: 'kim', policy: found }));
  return portal;
}

const assertionOf = (portal: OpenPortal) => portal.context().assertion;

describe('a passkey without an ID', () => {
  it('signs in: the person of the answer, the assertion of the ID entry', async () => {
    const portal = await givePasskey(direct());
    expect([portal.value(), portal.address()]).toEqual([{ passkey: 'loading' }, '/first/auth?type=12']);
    expect(portal.context().session.person.userId).toBe('kim');
    await portal.load();
    const { logIn, startAssertion } = portal.ports.passkey;
    expect(logIn.waiting().input).toMatchObject({ userId: 'kim', secret: ASSERTION });
    expect(startAssertion.calls).toHaveLength(0);
    await logIn.answer(success(login()));
    await portal.load();
    expect(portal.value()).toEqual({ 'return-to-service': 'running' });
    expect(assertionOf(portal)).toBeNull();
  });

  it('comes before the method that the person always uses', async () => {
    const fixedToken = { tokenCode: '1', alwaysSend: false } as const;
    const portal = await givePasskey(direct({ fixedToken }));
    expect(portal.value()).toEqual({ passkey: 'loading' });
  });

  it('waits for the password, with the ID filled in, and is used after it', async () => {
    const portal = await givePasskey(direct({ authType: 'other' }));
    expect(portal.value()).toBe('password');
    expect(portal.flow('password').context.userId).toBe('kim');
    await portal.submitPassword();
    await portal.ports.password.provePassword.answer(success({}));
    await portal.load();
    expect(portal.ports.passkey.logIn.waiting().input).toMatchObject({ secret: ASSERTION });
  });

  it('opens the password with a notice when the policy allows only that', async () => {
    const portal = await givePasskey(policy(['password']));
    expect([portal.value(), portal.context().remark]).toEqual(['password', 'remark.passkeyNotAllowed']);
  });

  it('leads to the chooser where the policy does not allow it, and is forgotten', async () => {
    const portal = await givePasskey(policy(['password', 'sms'], { authType: 'otp', userTokens }));
    expect(portal.value()).toEqual({ chooser: 'loading' });
    expect(assertionOf(portal)).toBeNull();
    expect(portal.context().remark).toBe('remark.passkeyNotAllowed');
  });

  it.each(['/first', '/first/select', '/first/auth?type=12', '/first/auth?type=1', '/logout'])(
    'is forgotten on the way to %s',
    async (address) => {
      const portal = await givePasskey(direct({ authType: 'other' }));
      await portal.goTo(address);
      expect(assertionOf(portal)).toBeNull();
    },
  );

  it('is never stored with the session values', async () => {
    const portal = await givePasskey(direct({ authType: 'other' }));
    const { session, policy: kept } = portal.context();
    expect(JSON.stringify([session, kept])).not.toContain(ASSERTION);
  });

  it('that was refused is requested again on the passkey screen', async () => {
    const portal = await givePasskey(direct());
    await portal.load();
    await portal.ports.passkey.logIn.answer(failed(rejected('005_3')));
    await portal.sendToFlow('passkey', { type: 'failure.dismissed' });
    await portal.sendToFlow('passkey', { type: 'passkey.request' });
    expect(portal.ports.passkey.startAssertion.waiting().input).toEqual({ userId: 'kim', clientId: SERVICE });
  });
});

describe('the passkey screen', () => {
  const openAt = async (found: Policy, support: 'supported' | 'missing' = 'supported') => {
    const portal = openPortal({
      address: '/first/auth?type=12',
      passkeySupport: support,
      session: sessionOf('kim'),
      storedPolicy: { userId: 'kim', clientId: SERVICE, policy: found },
    });
    await portal.load();
    return portal;
  };

  it.each([
    ['12', true, true],
    ['12', false, false],
    ['1', true, false],
  ] as const)('with default %s and auto %s starts by itself: %s', async (tokenCode, alwaysSend, starts) => {
    const portal = await openAt(direct({ fixedToken: { tokenCode, alwaysSend } }));
    expect(portal.ports.passkey.startAssertion.isWaiting()).toBe(starts);
  });

  it('is left by Back, which cancels the browser’s request', async () => {
    const portal = await openAt(direct());
    await portal.sendToFlow('passkey', { type: 'passkey.request' });
    await portal.ports.passkey.startAssertion.answer(success(REQUEST));
    const call = portal.ports.passkey.getAssertion.waiting();
    await portal.goTo('/first/select');
    expect(call.isAborted()).toBe(true);
    await call.answer({ kind: 'given', assertion: ASSERTION, userHandle: '' });
    expect(portal.value()).toEqual({ chooser: 'loading' });
    expect(portal.ports.passkey.logIn.calls).toHaveLength(0);
  });

  it('opens the chooser on request, and restarts when outdated', async () => {
    const other = await openAt(direct());
    await other.sendToFlow('passkey', { type: 'method.change' });
    expect(other.value()).toEqual({ chooser: 'loading' });
    const outdated = await openAt(direct());
    await outdated.sendToFlow('passkey', { type: 'passkey.request' });
    await outdated.ports.passkey.startAssertion.answer(failed(rejected('016')));
    expect(outdated.value()).toBe('renewing');
  });

  it('passes on whether the browser has passkeys', async () => {
    const portal = await openAt(direct(), 'missing');
    expect(portal.flow('passkey').context.support).toBe('missing');
    await portal.sendToFlow('passkey', { type: 'method.change' });
    await portal.load();
    expect(portal.flow('chooser').context.passkeySupport).toBe('missing');
  });
});

it('a service that loads late reaches the ID entry', async () => {
  const portal = openPortal();
  await portal.request();
  expect(portal.flow('id-entry').context.client).toBeNull();
  const client = clientConfig({ passkey: true });
  await portal.ports['service-info'].fetchClientConfig.answer(success(client));
  expect(portal.flow('id-entry').context.client).toEqual(client);
});
