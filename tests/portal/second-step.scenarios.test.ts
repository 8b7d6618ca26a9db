import { describe, expect, it } from 'vitest';
import { loginResult, policy, SERVICE } from '#cases/samples.ts';
import { success } from '#machines/shared/result.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';

const TWO_STEPS = policy(['password'], { secondAuth: true, secondTokenPriority: { sms: 1 } });
const TOKENS = { accessToken: 'send-1', secondToken: 'second-1' };

const personOf = (portal: OpenPortal) => portal.context().session.person;

async function identify(checked = TWO_STEPS) {
  const portal = openPortal();
  await portal.answerRequest();
  await portal.identify('park', checked);
  return portal;
}

describe('the first of two steps', () => {
  it('opens the second step with the values it needs', async () => {
    const portal = await identify();
    await portal.submitPassword();
    await portal.answerLogin({ ...TOKENS, to: '', firstFixed: 'YN' });
    expect(portal.address()).toBe('/second');
    expect(personOf(portal)).toMatchObject({ userId: 'park', ...TOKENS, firstFixed: 'YN', pending: null });
    expect(portal.context().returnTarget.to).toBe('');
  });

  it.each([
    [
      'offers the tokens that the policy ranks, also the factor of the first step',
      {},
      { sms: 1, password: 2 },
    ],
    [
      'offers only the tokens that its answer ranks, when it has ranks',
      { secondTokenPriority: { sms: 1 } },
      { sms: 1 },
    ],
  ])('%s', async (_name, answer, secondTokenPriority) => {
    const portal = await identify({ ...TWO_STEPS, secondTokenPriority: { sms: 1, password: 2 } });
    await portal.submitPassword();
    await portal.answerLogin({ ...TOKENS, to: '', ...answer });
    expect(portal.context().policy?.secondTokenPriority).toEqual(secondTokenPriority);
  });

  it('stores no choices when its screen had none', async () => {
    const portal = await identify();
    await portal.submitPassword();
    await portal.answerLogin({ ...TOKENS, to: '' });
    expect(personOf(portal).firstFixed).toBe('');
  });

  it('is required again when the ID is entered again and the server sends no tokens', async () => {
    const portal = await identify();
    await portal.submitPassword();
    await portal.answerLogin({ ...TOKENS, to: '' });
    await portal.goTo('/first');
    await portal.identify('park', TWO_STEPS);
    expect(portal.value()).toBe('password');
    expect(personOf(portal)).toMatchObject({ accessToken: '', secondToken: '', firstFixed: '' });
  });
});

describe('a session whose first step is done', () => {
  it('opens the second step after the ID, with a remark that only this step is needed', async () => {
    const portal = openPortal();
    await portal.answerRequest();
    await portal.sendToFlow('id-entry', { type: 'identity.submitted', userId: 'park' });
    await portal.ports['id-entry'].checkPolicy.answer(
      success({ userId: 'park', policy: TWO_STEPS, secondStep: TOKENS }),
    );
    expect([portal.address(), portal.context().remark]).toEqual(['/second', 'remark.secondOnly']);
    expect(personOf(portal)).toMatchObject(TOKENS);
  });

  it('keeps its tokens when the policy is checked again after a reload', async () => {
    const session = sessionOf('park');
    const portal = openPortal({
      address: '/first/select',
      session: { ...session, person: { ...session.person, ...TOKENS } },
    });
    expect(portal.value()).toBe('renewing');
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'park', policy: TWO_STEPS }));
    expect(personOf(portal)).toMatchObject(TOKENS);
  });

  it('needs no second step when a new policy has only one step', async () => {
    const session = sessionOf('park');
    const portal = openPortal({
      address: '/first',
      session: { ...session, person: { ...session.person, ...TOKENS } },
      storedPolicy: { userId: 'park', clientId: SERVICE, policy: TWO_STEPS },
    });
    await portal.identify('park', policy());
    await portal.submitPassword();
    await portal.answerLogin();
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
  });
});

it('a policy of one step completes the login although the answer has tokens for a second one', async () => {
  const portal = await identify(policy());
  await portal.submitPassword();
  await portal.answerLogin(loginResult(TOKENS));
  expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
  expect(personOf(portal)).toMatchObject({ secondToken: '', firstFixed: '' });
});
