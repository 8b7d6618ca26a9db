import { describe, expect, it } from 'vitest';
import { clientConfig, loginResult, policy, rejected, SERVICE } from '#cases/samples.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { failed, success } from '#machines/shared/result.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';

const ASSERTION = 'assertion-1';
const REQUEST = { challenge: 'challenge-1' };
const userTokens = { ...policy().userTokens, passkey: 'laptop' };

const passkeyPolicy = (changes: Parameters<typeof policy>[1] = {}): Policy =>
  policy(['password', 'sms', 'passkey'], { authType: 'otp', userTokens, ...changes });

/** Goes from the service to the ID entry and chooses a passkey there; the policy is that of its person. */
async function choosePasskey(personPolicy: Policy): Promise<OpenPortal> {
  const portal = openPortal();
  await portal.answerRequest();
  await portal.ports['service-info'].fetchClientConfig.answer(success(clientConfig({ passkey: true })));
  const { probeSuggestions, startAssertion, getAssertion, recognise } = portal.ports['id-entry'];
  await probeSuggestions.answer(false);
  await portal.sendToFlow('id-entry', { type: 'mode.chosen', mode: 'passkey' });
  await portal.sendToFlow('id-entry', { type: 'passkey.request' });
  await startAssertion.answer(success(REQUEST));
  await getAssertion.answer({ kind: 'given', assertion: ASSERTION, userHandle: 'handle-1' });
  await recognise.answer(success({ userId: 'kim', policy: personPolicy }));
  return portal;
}

const assertionOf = (portal: OpenPortal) => portal.context().assertion;

describe('a passkey without an ID', () => {
  it('signs in the person of the answer with the assertion from the ID entry', async () => {
    const portal = await choosePasskey(passkeyPolicy());
    expect([portal.value(), portal.address()]).toEqual([{ passkey: 'loading' }, '/first/auth?type=12']);
    expect(portal.context().session.person.userId).toBe('kim');
    await portal.load();
    const { logIn, startAssertion } = portal.ports.passkey;
    expect(logIn.waiting().input).toMatchObject({ userId: 'kim', secret: ASSERTION });
    expect(startAssertion.calls).toHaveLength(0);
    await logIn.answer(success(loginResult()));
    await portal.load();
    expect(portal.value()).toEqual({ 'return-to-service': 'running' });
    expect(assertionOf(portal)).toBeNull();
  });

  it('is used before the default method', async () => {
    const fixedToken = { tokenCode: '1', alwaysSend: false } as const;
    const portal = await choosePasskey(passkeyPolicy({ fixedToken }));
    expect(portal.value()).toEqual({ passkey: 'loading' });
  });

  it('is used after the password gate, which shows the ID', async () => {
    const portal = await choosePasskey(passkeyPolicy({ authType: 'other' }));
    expect(portal.value()).toBe('password');
    expect(portal.flow('password').context.userId).toBe('kim');
    await portal.submitPassword();
    await portal.ports.password.provePassword.answer(success({}));
    await portal.load();
    expect(portal.ports.passkey.logIn.waiting().input).toMatchObject({ secret: ASSERTION });
  });

  it('leads to the password with a remark when the policy allows only that', async () => {
    const portal = await choosePasskey(policy(['password']));
    expect([portal.value(), portal.context().remark]).toEqual(['password', 'remark.passkeyNotAllowed']);
  });

  it('leads to the chooser and is discarded when the policy does not allow it', async () => {
    const portal = await choosePasskey(policy(['password', 'sms'], { authType: 'otp', userTokens }));
    expect(portal.value()).toEqual({ chooser: 'loading' });
    expect(assertionOf(portal)).toBeNull();
    expect(portal.context().remark).toBe('remark.passkeyNotAllowed');
  });

  it.each(['/first', '/first/select', '/first/auth?type=12', '/first/auth?type=1', '/logout'])(
    'is discarded when the person opens %s',
    async (address) => {
      const portal = await choosePasskey(passkeyPolicy({ authType: 'other' }));
      await portal.goTo(address);
      expect(assertionOf(portal)).toBeNull();
    },
  );

  it('is never stored with the session values', async () => {
    const portal = await choosePasskey(passkeyPolicy({ authType: 'other' }));
    const { session, policy } = portal.context();
    expect(JSON.stringify([session, policy])).not.toContain(ASSERTION);
  });

  it('is requested again on the passkey screen after a refusal', async () => {
    const portal = await choosePasskey(passkeyPolicy());
    await portal.load();
    await portal.ports.passkey.logIn.answer(failed(rejected('005_3')));
    await portal.sendToFlow('passkey', { type: 'failure.dismissed' });
    await portal.sendToFlow('passkey', { type: 'passkey.request' });
    expect(portal.ports.passkey.startAssertion.waiting().input).toEqual({ userId: 'kim', clientId: SERVICE });
  });
});

describe('the passkey screen', () => {
  const openAt = async (stored: Policy, support: 'supported' | 'missing' = 'supported') => {
    const portal = openPortal({
      address: '/first/auth?type=12',
      passkeySupport: support,
      session: sessionOf('kim'),
      storedPolicy: { userId: 'kim', clientId: SERVICE, policy: stored },
    });
    await portal.load();
    return portal;
  };

  it.each([
    ['12', true, true],
    ['12', false, false],
    ['1', true, false],
  ] as const)(
    'with the default method %s and alwaysSend %s starts automatically: %s',
    async (tokenCode, alwaysSend, starts) => {
      const portal = await openAt(passkeyPolicy({ fixedToken: { tokenCode, alwaysSend } }));
      expect(portal.ports.passkey.startAssertion.isWaiting()).toBe(starts);
    },
  );

  it('cancels the request of the browser when it is left by Back', async () => {
    const portal = await openAt(passkeyPolicy());
    await portal.sendToFlow('passkey', { type: 'passkey.request' });
    await portal.ports.passkey.startAssertion.answer(success(REQUEST));
    const call = portal.ports.passkey.getAssertion.waiting();
    await portal.goTo('/first/select');
    expect(call.isAborted()).toBe(true);
    await call.answer({ kind: 'given', assertion: ASSERTION, userHandle: '' });
    expect(portal.value()).toEqual({ chooser: 'loading' });
    expect(portal.ports.passkey.logIn.calls).toHaveLength(0);
  });

  it('opens the chooser on request', async () => {
    const portal = await openAt(passkeyPolicy());
    await portal.sendToFlow('passkey', { type: 'method.change' });
    expect(portal.value()).toEqual({ chooser: 'loading' });
  });

  it('checks the policy again after it was refused as outdated', async () => {
    const portal = await openAt(passkeyPolicy());
    await portal.sendToFlow('passkey', { type: 'passkey.request' });
    await portal.ports.passkey.startAssertion.answer(failed(rejected('016')));
    expect(portal.value()).toBe('renewing');
  });

  it('and the chooser receive whether the browser supports passkeys', async () => {
    const portal = await openAt(passkeyPolicy(), 'missing');
    expect(portal.flow('passkey').context.support).toBe('missing');
    await portal.sendToFlow('passkey', { type: 'method.change' });
    await portal.load();
    expect(portal.flow('chooser').context.passkeySupport).toBe('missing');
  });
});

it('the ID entry receives a service that loads late', async () => {
  const portal = openPortal();
  await portal.answerRequest();
  expect(portal.flow('id-entry').context.client).toBeNull();
  const client = clientConfig({ passkey: true });
  await portal.ports['service-info'].fetchClientConfig.answer(success(client));
  expect(portal.flow('id-entry').context.client).toEqual(client);
});
