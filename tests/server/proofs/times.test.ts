import { expect, test } from 'vitest';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { codeAt } from '#tests/server/methods/device-codes.ts';
import { approve, createQr, pollQr } from '#tests/server/qr-phone.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import { savePassword } from '#tests/support/server/passwords.ts';
import { phoneOf, requestPush } from '#tests/support/server/push.ts';
import { proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { NOON, type TestServer, testServer } from '#tests/support/server/server.ts';
import { authenticate, checkPolicy, fetchPolicyId, signIn } from '#tests/support/server/steps.ts';

/** Approves a push or QR code on the phone; returns the values of the login call. */
const APPROVALS = {
  push: async (server: TestServer, lim: Browser) => {
    const pushId = String((await requestPush(lim, 'lim')).json['pushId']);
    await phoneOf(server, 'lim').approveShown(pushId);
    return { tokenCode: '10', secret: pushId, check: 'A' };
  },
  'QR code': async (server: TestServer, lim: Browser) => {
    const qrId = String((await createQr(lim)).json['qrId']);
    await pollQr(lim, qrId);
    await approve(server, qrId);
    return { tokenCode: '11', secret: qrId, check: 'A' };
  },
} as const;

test.for(['push', 'QR code'] as const)(
  'a login by an approved %s has the time of the approval, and answers no later request for a fresh login',
  async (approval) => {
    const file = { policies: [{ id: 'push', users: ['lim'], authType: 'otp', methods: ['push'] }] };
    const server = await testServer(file);
    const lim = server.browser();
    const policyId = await fetchPolicyId(lim, 'lim');
    const approvedLogin = { ...(await APPROVALS[approval](server, lim)), policyId };
    server.wait(5_000);
    expect((await authenticate(lim, 'lim', approvedLogin)).status).toBe(200);
    const request = { clientId: 'demo-oidc', maxAgeSeconds: null, startedAt: NOON + 1, wantsTwoSteps: false };
    const { logins } = server.portal;
    expect(
      await logins.satisfyingLogin(lim.cookieHeader, { ...request, wantsFreshLogin: false }),
    ).toMatchObject({ at: NOON, signedInAt: NOON + 5_000 });
    expect(await logins.satisfyingLogin(lim.cookieHeader, { ...request, wantsFreshLogin: true })).toBeNull();

    const otherBrowser = server.browser();
    await checkPolicy(otherBrowser, 'lim');
    const earlyLogin = { ...(await APPROVALS[approval](server, otherBrowser)), policyId };
    server.wait(1_000);
    const id = server.engine.beginRequest({ wantsFreshLogin: true, startedAt: server.clock.now });
    await otherBrowser.visit(`/redirect?uid=${id}`);
    expect((await authenticate(otherBrowser, 'lim', earlyLogin)).status).toBe(401);
    expect(server.engine.finishedRequests).toEqual([]);
  },
);

test('a login by a password that has to be changed has the time of its proof, and answers no later request for a fresh login', async () => {
  const server = await testServer();
  const seo = server.browser();
  const beginFresh = () => server.engine.beginRequest({ wantsFreshLogin: true, startedAt: server.clock.now });
  await seo.visit(`/redirect?uid=${beginFresh()}`);
  const token = String((await signIn(seo, 'seo')).json['accessToken']);
  server.wait(60_000);
  await savePassword(seo, 'PUT', 'seo', token);
  expect(server.engine.finishedRequests).toMatchObject([{ login: { at: NOON, signedInAt: NOON + 60_000 } }]);

  const admin = server.browser();
  const accessToken = String((await signIn(admin, 'admin')).json['accessToken']);
  server.wait(1_000);
  await admin.visit(`/redirect?uid=${beginFresh()}`);
  await savePassword(admin, 'PUT', 'admin', accessToken);
  expect(server.engine.finishedRequests).toHaveLength(1);
  expect(await server.portal.logins.signedInUser(admin.cookieHeader)).toBeNull();
});

test('a sign-in of another person in the same browser has the proofs of that person alone', async () => {
  const server = await testServer();
  const browser = server.browser();
  const policyId = await fetchPolicyId(browser, 'kim');
  await signIn(browser, 'lee');
  server.wait(60_000);
  await authenticate(browser, 'kim', { policyId });
  const request = { clientId: 'demo-oidc', wantsFreshLogin: false, maxAgeSeconds: null, startedAt: 0 };
  expect(
    await server.portal.logins.satisfyingLogin(browser.cookieHeader, { ...request, wantsTwoSteps: false }),
  ).toEqual({ userId: 'kim', amr: ['pwd'], steps: 1, at: NOON + 60_000, signedInAt: NOON + 60_000 });
});

test('proofs that an earlier version stored without times have the time of the oldest one', async () => {
  const server = await testServer();
  const seo = server.browser();
  const token = String((await signIn(seo, 'seo')).json['accessToken']);
  const stored = { methods: ['pw'], steps: 1, since: NOON - 7, boxes: { first: null, second: null } };
  await server.db.prepare('UPDATE held_logins SET login = ?').run(JSON.stringify(stored));
  await seo.visit(`/redirect?uid=${server.engine.beginRequest()}`);
  await savePassword(seo, 'PUT', 'seo', token);
  expect(server.engine.finishedRequests).toMatchObject([{ login: { at: NOON - 7 } }]);

  const park = await proveFirstStep(server.browser(), 'park');
  await server.db.prepare('UPDATE proofs SET first_method_times = NULL, first_at = ?').run(NOON - 8);
  const id = server.engine.beginRequest();
  await park.browser.visit(`/redirect?uid=${id}`);
  await sendSecondStep(park, '7', codeAt(SEEDED_DEVICES.park.otpCard.secret, 0));
  expect(server.engine.finishedRequests.at(-1)).toMatchObject({ id, login: { at: NOON - 8 } });
});
