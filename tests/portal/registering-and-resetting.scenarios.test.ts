import { describe, expect, it } from 'vitest';
import { clientConfig } from '#cases/samples.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { NEW_SESSION } from '#machines/shared/session.ts';
import { openPasswordScreen, openPortal, sessionOf } from '#tests/support/model/portal.ts';

describe('a passkey', () => {
  it.each([true, false])(
    'can be registered from the ID entry when the service has passkeys: %s',
    async (passkey) => {
      const portal = openPortal();
      await portal.answerRequest();
      await portal.ports['service-info'].fetchClientConfig.answer(success(clientConfig({ passkey })));
      await portal.send({ type: 'passkey.register' });
      expect(portal.context().hasBegunAtIdEntry).toBe(passkey);
      expect(portal.value()).toEqual({ 'id-entry': passkey ? 'toRegister' : 'withRequest' });
    },
  );
});

const RESET_CONDITIONS = success({
  setting: {
    proof: 'selfAuth',
    selfAuth: { sms: true, internalMail: false, privateMail: false, mobileOtp: false, push: false },
    passwordReuseLimit: 3,
    offersPasswordChange: true,
  },
  account: { canSetPassword: true, phoneNumber: '010', internalMail: null, privateMail: null },
} as const);

describe('Back from the flow of a forgotten password', () => {
  it('leads to the screen on which its link was pressed', async () => {
    const portal = await openPasswordScreen();
    await portal.ports.portal.fetchResetConditions.answer(RESET_CONDITIONS);
    const address = portal.address();
    await portal.send({ type: 'forgot.open' });
    expect([portal.address(), portal.context().session.request.prevURL]).toEqual([
      '/password/forgot',
      address,
    ]);
    await portal.load();
    await portal.ports['forgot-password'].checkPolicy.answer(failed(UNREACHABLE));
    await portal.sendToFlow('forgot-password', { type: 'step.back' });
    expect([portal.value(), portal.address()]).toEqual(['password', address]);
  });

  it.each([
    ['', '/first'],
    ['https://evil.example/first', '/error'],
    ['//evil.example/first', '/error'],
    ['/\\evil.example', '/error'],
    ['javascript:alert(1)//first', '/error'],
  ])('leads, when the stored address is %j, to %s in the portal', async (prevURL, shown) => {
    const portal = openPortal({
      address: '/password/forgot',
      session: { request: { ...NEW_SESSION.request, prevURL }, person: NEW_SESSION.person },
    });
    await portal.load();
    await portal.sendToFlow('forgot-password', { type: 'step.back' });
    expect(portal.address()).toBe(shown);
  });

  it('leads to the ID entry when its address was typed', async () => {
    const portal = await openPasswordScreen();
    await portal.goTo('/password/forgot');
    await portal.load();
    expect([portal.value(), portal.address()]).toEqual([
      { 'forgot-password': 'running' },
      '/password/forgot',
    ]);
    await portal.ports['forgot-password'].checkPolicy.answer(failed(UNREACHABLE));
    await portal.sendToFlow('forgot-password', { type: 'step.back' });
    expect([portal.value(), portal.address()]).toEqual([{ 'id-entry': 'withRequest' }, '/first']);
  });
});

it('a password link that was used leads to the return to the service', async () => {
  const portal = openPortal({ address: '/password?clientid=demo&ak=ak-1' });
  await portal.load();
  await portal.sendToFlow('url-password', { type: 'id.submitted', userId: 'kim' });
  await portal.ports['url-password'].verifyLink.answer({ ok: false, refusal: 'used' });
  await portal.sendToFlow('url-password', { type: 'flow.leave' });
  expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
});

type PasswordSetupPort = ReturnType<typeof openPortal>['ports']['password-expiry']['password-setup'];

it.each<[string, (setup: PasswordSetupPort) => Promise<void>]>([
  ['Back from', (setup) => setup.answer({ reason: 'back' })],
  ['an exception in', (setup) => setup.fail()],
])(
  '%s the change of an expired password leads to the ID entry, and forgets the person',
  async (_cause, end) => {
    const { request, person } = sessionOf('kim');
    const portal = openPortal({
      address: '/change',
      session: { request, person: { ...person, accessToken: 'token-1' } },
    });
    await portal.load();
    await portal.ports['password-expiry'].fetchSetting.answer(failed(UNREACHABLE));
    await end(portal.ports['password-expiry']['password-setup']);
    expect(portal.value()).toEqual({ 'id-entry': 'withoutRequest' });
    expect(portal.context().session.person.userId).toBe('');
  },
);
