import { expect } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { type Authenticator, addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import { PASSKEY_SUGGESTION_CALL } from '#tests/support/e2e/calls.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { requestPush } from '#tests/support/e2e/push.ts';
import { qrScreenOf, readQrCode } from '#tests/support/e2e/qr.ts';
import { qrNumber } from '#wire/qr-login.ts';
import { decodeUserPassword } from '#wire/user-password.ts';

/** A test with a separate server, on which no push is pending and no person has a passkey. */
const test = base.extend<{ readonly authenticator: Authenticator }>({
  configFile: { ...TEST_CONFIG },
  authenticator: async ({ page, lab }, use) => use(await addAuthenticator(page, lab)),
});

test('a person signs in with a push when the phone chooses the shown group of characters', async ({
  person,
  methods,
  devices,
  text,
}) => {
  const shownGroups = await requestPush({ person, methods, text });
  expect(shownGroups).toHaveLength(4);
  await devices.approvePush('lim', shownGroups);
  await person.expectSignedIn('lim');
});

test('a person signs in without an ID when the phone scans and approves a QR code', async ({
  page,
  person,
  text,
  devices,
  calls,
}) => {
  const qr = qrScreenOf(person, text);
  await person.openIdEntry();
  await person.button('identity.qr').click();
  await qr.expectShown();
  const { width, height } = (await qr.picture.boundingBox()) ?? {};
  expect([width, height]).toEqual([200, 200]);
  const request = await devices.scanQr('lim', await readQrCode(page));
  expect(request.numbers).toContain(qrNumber(request.qrId));
  await expect(page.getByText(qrNumber(request.qrId), { exact: true })).toBeVisible();
  expect(request).toMatchObject({ browser: expect.stringContaining('Chrome') });
  await devices.answerQr('lim', request.qrId, { number: qrNumber(request.qrId) });
  await person.expectSignedIn('lim');

  const [qrCall] = await calls.matching('GET /mobileapp/qr');
  expect(qrCall?.line).toMatch(/^GET \/mobileapp\/qr\?ip=[^&]*$/);
  const [poll] = await calls.matching('GET /data/sso/mobileapp/qr/check/');
  expect(poll?.line).toMatch(/check\/[\w-]+\?clientId=demo-oidc&time=\d+$/);
  const [login] = await calls.matching('POST /authenticate');
  expect(login?.body?.['userPassword']).toMatch(new RegExp(`^${request.qrId}\\|demo-oidc\\|\\|1\\|11\\|`));
});

test('a person signs in with a passkey without an ID', async ({
  page,
  person,
  authenticator,
  calls,
  text,
}) => {
  await authenticator.disableSuggestions();
  await authenticator.createPasskey('lee');
  await person.openIdEntry();
  await expect(page.getByRole('radio', { name: text('identity.modeId') })).toBeChecked();
  await page.getByRole('radio', { name: text('identity.modePasskey') }).check();
  await expect(person.idField).toHaveCount(0);
  await person.button('passkey.button').click();
  await person.expectSignedIn('lee');

  const starts = await calls.matching(PASSKEY_SUGGESTION_CALL);
  expect(starts.at(-1)?.body).toEqual({ clientId: 'demo-oidc', fidoStatus: 'start' });
  const [check] = await calls.matching('POST /auth/policy/check');
  expect(Buffer.from(check?.body?.['userId'] ?? '', 'base64url')).toHaveLength(32);
  const [login] = await calls.matching('POST /authenticate');
  expect(login?.body).toMatchObject({ userId: 'lee' });
  const userPassword = decodeUserPassword(login?.body?.['userPassword'] ?? '');
  expect(userPassword).toMatchObject({ step: '1', tokenCode: '12', check: '' });
  expect(JSON.parse(Buffer.from(userPassword?.secret ?? '', 'base64url').toString())).toMatchObject({
    type: 'public-key',
    response: { userHandle: check?.body?.['userId'] },
  });
});
