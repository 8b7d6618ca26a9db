import { describe, expect, test, vi } from 'vitest';
import { twoSteps } from '#tests/support/server/configured.ts';
import { halfway, secondStep } from '#tests/support/server/second-step.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { checkPolicy } from '#tests/support/server/steps.ts';
import { TYPE_CODES } from '#wire/token-codes.ts';
import { codeAt, codeNow } from './methods/device-codes.ts';
import { mobileApp, otpCard, parkHalfway } from './second-step-park.ts';

describe('the choices of a screen', () => {
  const policyOf = async (server: TestServer) => (await checkPolicy(server.browser(), 'park')).json;

  test('can make the token the default of the next second step, and undo it', async () => {
    const { server, park } = await parkHalfway();
    await secondStep(park, '7', codeAt(otpCard.secret, 0), { fixed: 'Y' });
    expect(await policyOf(server)).toMatchObject({
      secondFixedToken: { authType: '7' },
      secondTokenPriority: { hwOtp: 1, sms: 2, mobileOtp: 3, internalMail: 4, yubikey: 5 },
    });
    const again = await halfway(server.browser(), 'park');
    await secondStep(again, '9', codeNow(mobileApp.secret, server.clock.now));
    expect((await policyOf(server))['secondFixedToken']).toEqual({ authType: '7' });
    const third = await halfway(server.browser(), 'park');
    await secondStep(third, '7', codeAt(otpCard.secret, 1));
    expect(await policyOf(server)).toMatchObject({
      secondFixedToken: null,
      secondTokenPriority: { sms: 1, mobileOtp: 2, hwOtp: 3 },
    });
  });

  test.for([
    ['YN', { authType: '-1', alwaysSend: 'N' }],
    ['YY', { authType: '-1', alwaysSend: 'Y' }],
    ['NY', null],
    ['', null],
    ['maybe', null],
  ] as const)('the first step had %j', async ([firstFixed, fixedToken]) => {
    const { server, park } = await parkHalfway();
    await secondStep(park, '7', codeAt(otpCard.secret, 0), { firstFixed });
    expect((await policyOf(server))['fixedToken']).toEqual(fixedToken);
  });

  test('are not stored when the second step is refused', async () => {
    const { server, park } = await parkHalfway();
    await secondStep(park, '7', 'wrong', { fixed: 'Y', firstFixed: 'YN' });
    expect(await policyOf(server)).toMatchObject({ fixedToken: null, secondFixedToken: null });
  });
});

test('a required change of the password is reported after the second step', async () => {
  const policy = { id: 'expired-and-two', users: ['seo'], ...twoSteps({ emergencyCode: 1 }) };
  const server = await testServer({ policies: [policy] });
  const seo = await halfway(server.browser(), 'seo');
  const emergency = server.portal.methods.get(TYPE_CODES.emergency);
  if (!emergency) throw new Error('The server has no emergency method');
  vi.spyOn(emergency, 'verify').mockResolvedValueOnce({ passed: true, by: 'emergencyCode' });
  const { json } = await secondStep(seo, '0', 'CODE');
  expect(json).toMatchObject({ to: '/change', expiredDay: '2026-01-31 23:59:59' });
  expect((await seo.browser.call('GET', '/summary/auth')).json['isAlreadyAuth']).toBe(false);
});
