import { describe, expect } from 'vitest';
import { twoSteps } from '#tests/support/server/config-parts.ts';
import { finishIdentityCheck, identityToken, reLogin, tokenOf } from '#tests/support/server/identity.ts';
import { GIL, savePassword, tokenByMail, VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import {
  type ProvedFirstStep,
  provedFirstStep,
  sendFirstStep,
  sendSecondStep,
} from '#tests/support/server/second-step.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { bearer, checkPolicy, fetchPolicyId, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { codeAt, codeNow } from './methods/device-codes.ts';
import { codeIn, errCodeOrStatus, sendWith } from './methods/steps.ts';
import { mobileApp, otpCard } from './park-at-second-step.ts';

const MAIL_OF_PARK = 'seoyeon.park@hanbit.example';
/** The ranks of the tokens in the policy of `park`. */
const RANKS = {
  sms: 1,
  mobileOtp: 2,
  hwOtp: 3,
  internalMail: 4,
  push: 4,
  qrCode: 5,
  yubikey: 5,
  privateMail: 5,
};
const { internalMail, ...WITHOUT_MAIL } = RANKS;

/** Resets the password of `park` by a mail code. */
async function resetByMail(server: TestServer): Promise<void> {
  const browser = server.browser();
  await checkPolicy(browser, 'park');
  const token = await tokenByMail(server, browser, 'park', MAIL_OF_PARK);
  expect((await savePassword(browser, 'PUT', 'park', token)).status).toBe(200);
}

/** Takes the first step with the new password; returns also the ranks of the tokens for the second step. */
async function takeFirstStep(server: TestServer) {
  const browser = server.browser();
  const policyId = await fetchPolicyId(browser, 'park');
  const answer = await sendFirstStep(browser, 'park', { otp: VALID_PASSWORD });
  const park = provedFirstStep({ browser, userId: 'park', policyId }, answer);
  return { ...park, ranks: answer.json['secondTokenPriority'] };
}

async function takeSecondStepByMail(server: TestServer, park: ProvedFirstStep): Promise<unknown> {
  const sendAnswer = await sendWith(park, 'inmail', park.accessToken);
  if (sendAnswer.status !== 200) return errCodeOrStatus(sendAnswer);
  return errCodeOrStatus(await sendSecondStep(park, '2', codeIn(server, 'park', 'inmail')));
}

describe('a password that was reset by a mail', () => {
  test('excludes that mail from the second step until a login by another token', async ({ server }) => {
    await resetByMail(server);
    const park = await takeFirstStep(server);
    expect(park.ranks).toEqual(WITHOUT_MAIL);
    expect((await checkPolicy(park.browser, 'park')).json['secondTokenPriority']).toEqual(WITHOUT_MAIL);
    expect(await takeSecondStepByMail(server, park)).toBe('018');
    expect(errCodeOrStatus(await sendSecondStep(park, '2', '000000'))).toBe('018');
    expect((await sendSecondStep(park, '7', codeAt(otpCard.secret, 0))).status).toBe(200);

    const again = await takeFirstStep(server);
    expect(again.ranks).toEqual(RANKS);
    expect(await takeSecondStepByMail(server, again)).toBe(200);
  });

  test('no longer excludes that mail after 30 days', async ({ server }) => {
    await resetByMail(server);
    server.wait(30 * 24 * 60 * 60_000 - 60_000);
    expect((await takeFirstStep(server)).ranks).toEqual(WITHOUT_MAIL);
    server.wait(60_000);
    expect((await takeFirstStep(server)).ranks).toEqual(RANKS);
  });

  test('includes the mail when there is no other ranked token', async () => {
    const ranks = twoSteps({ internalMail: 1, fido2Token: 2, emergencyCode: 3 });
    const policy = { id: 'two-steps', users: ['park'], ...ranks, selfAuth: ['internalMail'] };
    const server = await testServer({ policies: [policy] });
    await resetByMail(server);
    expect(await takeSecondStepByMail(server, await takeFirstStep(server))).toBe(200);
  });

  test('cannot register a factor together with that mail', async ({ server }) => {
    const openManagement = async (secret?: string): Promise<unknown> => {
      const browser = server.browser();
      const policyId = await fetchPolicyId(browser, 'park');
      const token = tokenOf(await reLogin(browser, 'park', policyId, secret));
      await sendWith({ browser, userId: 'park', policyId }, 'inmail', token);
      await finishIdentityCheck(browser, 'park', token, '2', codeIn(server, 'park', 'inmail'));
      const path = '/data/portal/factors?userId=park';
      return errCodeOrStatus(await browser.call('GET', path, { headers: bearer(token) }));
    };
    expect(await openManagement()).toBe(200);
    await resetByMail(server);
    expect(await openManagement(VALID_PASSWORD)).toBe('tooWeak');
  });
});

test('a login by password alone does not remove the reset method', async ({ server, browser }) => {
  await checkPolicy(browser, 'gil');
  const token = await tokenByMail(server, browser, 'gil', GIL.mail);
  expect((await savePassword(browser, 'PUT', 'gil', token)).status).toBe(200);
  expect((await signIn(server.browser(), 'gil', { secret: VALID_PASSWORD })).status).toBe(200);
  expect((await server.portal.passwords.find('gil'))?.resetMethod).toBe('internalMail');
});

test("a password that was reset by the app excludes the app's code, push and QR login", async ({
  server,
  browser,
}) => {
  await checkPolicy(browser, 'park');
  const token = await identityToken(browser, 'park', '010-5678-9012');
  await finishIdentityCheck(browser, 'park', token, '9', codeNow(mobileApp.secret, server.clock.now));
  expect((await savePassword(browser, 'PUT', 'park', token)).status).toBe(200);
  const { push, qrCode, mobileOtp, ...remaining } = RANKS;
  expect((await takeFirstStep(server)).ranks).toEqual(remaining);
});
