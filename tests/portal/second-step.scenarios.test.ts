import { describe, expect, it } from 'vitest';
import { login, policy, SERVICE } from '#cases/samples.ts';
import { success } from '#machines/shared/result.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';

const TWO = policy(['password'], { secondAuth: true, secondTokenPriority: { sms: 1 } });
const TOKENS = { accessToken: 'send-1', secondToken: 'second-1' };

const personOf = (portal: OpenPortal) => portal.context().session.person;

async function identified(found = TWO) {
  const portal = openPortal();
  await portal.request();
  await portal.identify('park', found);
  return portal;
}

describe('the first of two steps', () => {
  it('opens the second step with the values it needs', async () => {
    const portal = await identified();
    await portal.submitPassword();
    await portal.logIn({ ...TOKENS, to: '', firstFixed: 'YN' });
    expect(portal.address()).toBe('/second');
    expect(personOf(portal)).toMatchObject({ userId: 'park', ...TOKENS, firstFixed: 'YN', pending: null });
    expect(portal.context().returnTarget.to).toBe('');
  });

  it.each([
    ['offers what the server ranks, the factor of the first step too', {}, { sms: 1, password: 2 }],
    ['offers what its answer leaves, where it says so', { secondTokenPriority: { sms: 1 } }, { sms: 1 }],
  ])('%s', async (_name, answered, secondTokenPriority) => {
    const portal = await identified({ ...TWO, secondTokenPriority: { sms: 1, password: 2 } });
    await portal.submitPassword();
    await portal.logIn({ ...TOKENS, to: '', ...answered });
    expect(portal.context().policy?.secondTokenPriority).toEqual(secondTokenPriority);
  });

  it('has no choices to keep when its screen had none', async () => {
    const portal = await identified();
    await portal.submitPassword();
    await portal.logIn({ ...TOKENS, to: '' });
    expect(personOf(portal).firstFixed).toBe('');
  });

  it('is asked again when the ID is entered again and the server gives no tokens', async () => {
    const portal = await identified();
    await portal.submitPassword();
    await portal.logIn({ ...TOKENS, to: '' });
    await portal.goTo('/first');
    await portal.identify('park', TWO);
    expect(portal.value()).toBe('password');
    expect(personOf(portal)).toMatchObject({ accessToken: '', secondToken: '', firstFixed: '' });
  });
});

describe('a session whose first step is done', () => {
  it('is asked only for the second', async () => {
    const portal = openPortal();
    await portal.request();
    await portal.sendToFlow('id-entry', { type: 'identity.submitted', userId: 'park' });
    await portal.ports['id-entry'].checkPolicy.answer(
      success({ userId: 'park', policy: TWO, secondStep: TOKENS }),
    );
    expect(portal.address()).toBe('/second');
    expect(personOf(portal)).toMatchObject(TOKENS);
  });

  it('keeps its tokens when the policy is checked again by itself', async () => {
    const session = sessionOf('park');
    const portal = openPortal({
      address: '/first/select',
      session: { ...session, person: { ...session.person, ...TOKENS } },
    });
    expect(portal.value()).toBe('renewing');
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'park', policy: TWO }));
    expect(personOf(portal)).toMatchObject(TOKENS);
  });

  it('needs no second step where the policy wants one', async () => {
    const session = sessionOf('park');
    const portal = openPortal({
      address: '/first',
      session: { ...session, person: { ...session.person, ...TOKENS } },
      storedPolicy: { userId: 'park', clientId: SERVICE, policy: TWO },
    });
    await portal.identify('park', policy());
    await portal.submitPassword();
    await portal.logIn();
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
  });
});

it('completes the login under a policy of one step', async () => {
  const portal = await identified(policy());
  await portal.submitPassword();
  await portal.logIn(login(TOKENS));
  expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
  expect(personOf(portal)).toMatchObject({ secondToken: '', firstFixed: '' });
});
