import { describe, expect, it } from 'vitest';
import { loginResult, PORTAL, policy, SERVICE } from '#cases/samples.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { success } from '#machines/shared/result.ts';
import type { Pending, PersonValues } from '#machines/shared/session.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';

const RANKS = { sms: 1, otpCard: 2, push: 3 };
const userTokens = { ...policy().userTokens, otpCard: 'CARD-1', mobileApp: 'Galaxy S30' };
const TWO_STEPS = policy(['password'], { secondAuth: true, secondTokenPriority: RANKS, userTokens });
const TOKENS = { accessToken: 'send-1', secondToken: 'second-1' };

const personOf = (portal: OpenPortal) => portal.context().session.person;
const secondFactor = (portal: OpenPortal) => portal.flow('second-factor');

/** Goes from the service to the second-factor screen. */
async function openSecondStep(checked: Policy = TWO_STEPS) {
  const portal = openPortal();
  await portal.answerRequest();
  await portal.identify('park', checked);
  await portal.submitPassword();
  await portal.answerLogin({ ...TOKENS, to: '', firstFixed: 'YN' });
  await portal.load();
  return portal;
}

/** Loads the page at /second for a person whose first step is done. */
function reloadSecondStep(person: Partial<PersonValues> = {}, changes: Partial<PortalInput> = {}) {
  const session = sessionOf('park');
  return openPortal({
    address: '/second',
    session: { ...session, person: { ...session.person, ...TOKENS, ...person } },
    storedPolicy: { userId: 'park', clientId: SERVICE, policy: TWO_STEPS },
    ...changes,
  });
}

describe('the second-factor screen', () => {
  it('stays open after a 401, since the person has no session yet', async () => {
    const portal = await openSecondStep();
    await portal.send({ type: 'session.expired' });
    expect([portal.address(), personOf(portal).userId]).toEqual(['/second', 'park']);
    expect(secondFactor(portal).context).toMatchObject({ active: '1' });
  });

  it('offers the tokens that the server ranks, also the password', async () => {
    const ranks = { password: 1, sms: 2 };
    const portal = await openSecondStep(policy(['password'], { ...TWO_STEPS, secondTokenPriority: ranks }));
    expect(portal.address()).toBe('/second');
    expect(secondFactor(portal).context).toMatchObject({
      userId: 'park',
      active: '-1',
      offered: ['-1', '1'],
    });
  });

  it('leads to the service and removes the tokens of the first step', async () => {
    const portal = await openSecondStep();
    await portal.ports['second-factor']['sent-code'].answer({
      reason: 'authenticated',
      login: loginResult({ to: '/back' }),
    });
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
    expect(portal.context().returnTarget.to).toBe('/back');
    expect(personOf(portal)).toMatchObject({ secondToken: '', firstFixed: '', pending: null });
  });

  it('stores the redirect URL and the expiry date before an expired password is changed', async () => {
    const portal = await openSecondStep();
    const result = loginResult({ to: `${PORTAL}/change`, auth: '/after', expiredDay: '2026-11-19 23:59:59' });
    await portal.ports['second-factor']['sent-code'].answer({ reason: 'authenticated', login: result });
    expect(portal.address()).toBe('/change');
    expect(personOf(portal)).toMatchObject({ redirect: '/after', expiredDay: '2026-11-19 23:59:59' });
  });

  it('leads back to the ID entry when the person has no token', async () => {
    const portal = await openSecondStep(policy(['password'], { ...TWO_STEPS, secondTokenPriority: {} }));
    await portal.sendToFlow('second-factor', { type: 'second.back' });
    expect(portal.address()).toBe('/first');
  });
});

describe('/second by its address', () => {
  it('shows the ID entry when the session has no second token', () => {
    const portal = reloadSecondStep({ secondToken: '' });
    expect([portal.value(), portal.address()]).toEqual([{ 'id-entry': 'withRequest' }, '/first']);
  });

  it('continues after a reload', async () => {
    const portal = reloadSecondStep();
    expect(portal.value()).toEqual({ 'second-factor': 'loading' });
    await portal.load();
    expect(secondFactor(portal).context).toMatchObject({ active: '1', pending: null });
  });

  it('resumes the token and its pending push after a reload', async () => {
    const pending: Pending = { tokenCode: '10', kind: 'push', id: 'push-1', validUntil: 40_000 };
    const portal = reloadSecondStep({ pending });
    await portal.load();
    expect(secondFactor(portal).context).toMatchObject({ active: '10', pending });
  });

  it('first checks the policy when none is stored', async () => {
    const portal = reloadSecondStep({}, { storedPolicy: null });
    expect(portal.value()).toBe('renewing');
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'park', policy: TWO_STEPS }));
    expect(portal.value()).toEqual({ 'second-factor': 'loading' });
  });

  it('leads to the first step when the policy no longer requires a second', async () => {
    const portal = reloadSecondStep({}, { storedPolicy: null });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'park', policy: policy() }));
    expect(portal.value()).toEqual({ 'id-entry': 'withRequest' });
  });
});

describe('a second token that the server refuses', () => {
  const refuseToken = async () => {
    const portal = await openSecondStep();
    await portal.ports['second-factor']['sent-code'].answer({ reason: 'outdated' });
    expect(portal.value()).toBe('renewing');
    expect(personOf(portal)).toMatchObject({ userId: 'park', accessToken: '', secondToken: '' });
    return portal;
  };

  it('leads to the first step with a remark', async () => {
    const portal = await refuseToken();
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'park', policy: TWO_STEPS }));
    expect(portal.value()).toBe('password');
    expect(portal.context().remark).toBe('remark.policyChanged');
  });

  it('is replaced when the server still knows the first step', async () => {
    const portal = await refuseToken();
    const secondStep = { accessToken: 'send-2', secondToken: 'second-2' };
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'park', policy: TWO_STEPS, secondStep }));
    expect(portal.value()).toEqual({ 'second-factor': 'loading' });
    expect(personOf(portal)).toMatchObject(secondStep);
  });

  it('leads to the error page when it is refused twice', async () => {
    const portal = await refuseToken();
    const secondStep = { accessToken: 'send-2', secondToken: 'second-2' };
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'park', policy: TWO_STEPS, secondStep }));
    await portal.load();
    await portal.ports['second-factor']['sent-code'].answer({ reason: 'outdated' });
    expect([portal.value(), portal.context().errorReason]).toEqual(['error-page', 'unauthorized']);
  });
});

describe('a requested address at the second step', () => {
  it('opens after a push is withdrawn, the last one if several are requested', async () => {
    const portal = await openSecondStep();
    await portal.sendToFlow('second-factor', { type: 'token.switch', code: '10' });
    await portal.goTo('/first');
    await portal.goTo('/error?reason=unauthorized');
    expect(portal.value()).toEqual({ 'second-factor': { running: 'leaving' } });
    expect(portal.address()).toBeNull();
    await portal.ports['second-factor'].push.answer({ reason: 'left' });
    expect(portal.address()).toBe('/error?reason=unauthorized');
  });

  it('opens immediately when the token is not a push', async () => {
    const portal = await openSecondStep();
    await portal.goTo('/first');
    expect(portal.value()).toEqual({ 'id-entry': 'withRequest' });
  });
});

it('another token discards the sent code', async () => {
  const portal = await openSecondStep();
  const pending: Pending = { tokenCode: '1', kind: 'code', id: '', validUntil: 300_000 };
  await portal.send({ type: 'pending.changed', pending });
  expect(personOf(portal).pending).toEqual(pending);
  await portal.sendToFlow('second-factor', { type: 'token.switch', code: '7' });
  expect(personOf(portal).pending).toBeNull();
});
