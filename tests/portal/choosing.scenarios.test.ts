import { describe, expect, it } from 'vitest';
import { NO_AUTHENTICATORS, policy, SERVICE } from '#cases/samples.ts';
import { METHODS } from '#machines/shared/policy.ts';
import { success } from '#machines/shared/result.ts';
import { openPortal, sessionOf } from '#tests/support/model/portal.ts';

describe('a method that was registered after the policy was checked', () => {
  it.each([
    ['mobileOtp', '9', 'Galaxy S31'],
    ['otpCard', '7', 'C-2'],
    ['yubikey', '8', 'cccccf'],
  ] as const)('opens from the chooser and stays available: %s', async (method, code, token) => {
    const portal = openPortal({
      address: '/first/select',
      session: sessionOf('kim'),
      storedPolicy: { userId: 'kim', clientId: SERVICE, policy: policy(METHODS, { authType: 'otp' }) },
    });
    await portal.load();
    const authenticators = {
      mobileApp: 'Galaxy S31',
      otpCard: 'C-2',
      yubikeyFirst: null,
      yubikeySecond: 'cccccf',
      passkey: null,
    };
    const license = { hasTimeLeft: true, isBelowLimit: true };
    await portal.ports.chooser.fetchAuthenticators.answer(success({ authenticators, license }));
    await portal.sendToFlow('chooser', { type: 'method.chosen', method });
    await portal.load();
    expect([portal.value(), portal.address()]).toEqual([
      { 'device-code': 'running' },
      `/first/auth?type=${code}`,
    ]);
    expect(portal.flow('device-code').context.token).toBe(token);

    await portal.goTo('/first/select');
    await portal.goTo(`/first/auth?type=${code}`);
    expect(portal.value()).toEqual({ 'device-code': 'loading' });
    expect(portal.context().policy?.userTokens.phoneNumber).toBe('010-****-5678');
  });
});

it('Back from a registration leads to the chooser, also with a fixed method', async () => {
  const fixedToken = { tokenCode: '1', alwaysSend: false } as const;
  const portal = openPortal({
    address: '/first/management?type=8',
    session: sessionOf('kim'),
    storedPolicy: {
      userId: 'kim',
      clientId: SERVICE,
      policy: policy(METHODS, { authType: 'otp', fixedToken }),
    },
  });
  await portal.load();
  const authenticators = NO_AUTHENTICATORS;
  const license = { hasTimeLeft: true, isBelowLimit: true };
  await portal.ports.management.lookUp.answer(success({ authenticators, license, hasPassword: true }));
  await portal.sendToFlow('management', { type: 'management.back' });
  expect([portal.value(), portal.address()]).toEqual([{ chooser: 'loading' }, '/first/select']);
});
