import { expect } from '@playwright/test';
import { TEXTS } from '#lab/service/texts.ts';
import { SECOND_PUSH_LIFETIME } from '#machines/second-factor/proof-inputs.ts';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { readQrCode } from '#tests/support/e2e/qr.ts';
import { SECOND_STEP_CONFIG, secondStepTest as test } from '#tests/support/e2e/second-step-site.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';
import { tabTitle } from '#tests/support/e2e/texts.ts';
import { passTime } from '#tests/support/e2e/timers.ts';
import { qrNumber } from '#wire/qr-login.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { decodeUserPassword } from '#wire/user-password.ts';

// A separate server, whose clock is advanced.
test.use({ configFile: { ...SECOND_STEP_CONFIG } });

test('the second step sends a code by SMS immediately, and the person signs in with it', async ({
  page,
  person,
  secondStep,
  devices,
  calls,
  text,
}) => {
  await secondStep.reach('park');
  await secondStep.expectAt('1');
  await expect(page).toHaveTitle(tabTitle(text, 'title.second'));
  await page.setViewportSize({ width: 1366, height: 625 });
  await expect(page.getByRole('main').getByText('park', { exact: true })).toBeVisible();
  await secondStep.expectOrder(['1', '9', '7', '2', '10']);
  await secondStep.expectSent();
  // The second row of the other methods can be read without scrolling.
  await expect(secondStep.slots.nth(3)).toBeInViewport({ ratio: 0.7 });
  await expect(secondStep.codeField).toBeFocused();
  await expectAccessible(page);
  await secondStep.enterCode(await devices.newestCode('park', 'sms'));
  await person.expectSignedIn('park');

  const [firstStepCall] = await calls.matching('POST /login/oidc');
  expect(Object.keys(firstStepCall?.body ?? {}).sort()).toEqual([
    'clientId',
    'fidoStatus',
    'otp',
    'type',
    'userId',
  ]);
  const [sendCall] = await calls.matching('POST /auth/oauth2/send/sms');
  expect(sendCall?.headers['authorization']).toMatch(/^Bearer [\w-]{43}$/);
  expect(await calls.matching('POST /token/access')).toHaveLength(0);
  const [login, ...others] = await calls.matching('POST /authenticate');
  expect(others).toHaveLength(0);
  expect(decodeUserPassword(login?.body?.['userPassword'] ?? '')).toMatchObject({
    step: '2',
    clientId: 'demo-oidc',
    accessToken: expect.stringMatching(/^[\w-]{43}$/),
    tokenCode: '1',
    type: 'oidc',
    mode: 'web',
    fixed: 'N',
    firstFixed: 'NN',
    check: '',
  });
});

/** The type code of a second token, its owner, and the source of its code. */
type TokenCase = readonly [TypeCode, string, (devices: Devices) => Promise<string>];

const TOKENS: readonly TokenCase[] = [
  ['9', 'park', (devices) => devices.appCode('park')],
  ['2', 'park', (devices) => devices.newestCode('park', 'inmail')],
  ['3', 'lee', (devices) => devices.newestCode('lee', 'exmail')],
  ['0', 'lee', (devices) => devices.issueEmergencyCode('lee')],
];

for (const [tokenCode, userId, codeOf] of TOKENS) {
  test(`a person signs in with the token ${tokenCode} as the second factor`, async ({
    person,
    secondStep,
    devices,
    calls,
  }) => {
    await secondStep.reach(userId);
    await secondStep.switchTo(tokenCode);
    if (['2', '3'].includes(tokenCode)) await secondStep.expectSent();
    await expect(secondStep.codeField).toBeFocused();
    await secondStep.enterCode(await codeOf(devices));
    await person.expectSignedIn(userId);
    const [login] = await calls.matching('POST /authenticate');
    expect(decodeUserPassword(login?.body?.['userPassword'] ?? '')).toMatchObject({ step: '2', tokenCode });
  });
}

const DEFAULT_TOKENS: readonly TokenCase[] = [
  ['7', 'park', (devices) => devices.pressCard('park')],
  ['8', 'lee', (devices) => devices.touchYubikey('lee')],
];

for (const [tokenCode, userId, codeOf] of DEFAULT_TOKENS) {
  test(`the token ${tokenCode} can become the default second factor, and can be removed as the default`, async ({
    page,
    person,
    secondStep,
    devices,
    calls,
  }) => {
    await secondStep.reach(userId);
    await secondStep.switchTo(tokenCode);
    await secondStep.saveDefault.check();
    await secondStep.enterCode(await codeOf(devices));
    await person.expectSignedIn(userId);

    await page.context().clearCookies();
    await secondStep.reach(userId);
    await secondStep.expectAt(tokenCode);
    await expect(secondStep.saveDefault).toBeChecked();
    await secondStep.saveDefault.uncheck();
    await secondStep.enterCode(await codeOf(devices));
    await person.expectSignedIn(userId);
    const saved = (await calls.matching('POST /data/portal/default')).map(({ body }) => body);
    expect(saved).toEqual([tokenCode, '98'].map((code) => ({ type: 'oidc', userId, default: code })));
  });
}

test('a person signs in with the password as the second factor after a sent code', async ({
  person,
  methods,
  secondStep,
  devices,
}) => {
  await methods.reach('sent', 'sms');
  await methods.sendCode();
  await methods.enterCode(await devices.newestCode('sent', 'sms'));
  await secondStep.expectAt('-1');
  await secondStep.expectOrder(['-1']);
  await person.enterPassword();
  await person.expectSignedIn('sent');
});

test('a person signs in with a push as the second factor after another push has expired', async ({
  page,
  person,
  secondStep,
  devices,
  calls,
  site,
  text,
}) => {
  await page.clock.install();
  await secondStep.reach('park');
  await secondStep.slot('10').click();
  await expect(secondStep.pushModal).toBeVisible();
  const timer = page.getByRole('timer');
  await expect(timer).toContainText(/4[0-5]/);
  await passTime(site, [page], SECOND_PUSH_LIFETIME);
  await expect(secondStep.pushModal).toHaveCount(0);
  await expect(page.getByText(text('error.auth_error_010_3', { way: 'push' }))).toBeVisible();

  await person.button('push.requestAgain').click();
  await expect(secondStep.pushModal).toBeVisible();
  await devices.approvePush('park', await secondStep.pushIdGroups());
  await page.clock.fastForward(2000);
  await person.expectSignedIn('park');

  const [poll] = await calls.matching('GET /data/mobileapp/push/check/');
  expect(poll?.line).toMatch(/check\/[\w-]+$/);
  expect(poll?.headers['auth']).toMatch(/^Bearer [\w-]{43}$/);
  expect(poll?.headers['authorization']).toMatch(/^Bearer [\w-]{43}$/);
  expect(await calls.matching('GET /data/sso/mobileapp/push')).toHaveLength(0);
  // The expired push is withdrawn from the phone.
  const withdrawals = await calls.matching('DELETE /');
  expect(withdrawals.map(({ line }) => line)).toEqual([
    expect.stringMatching(/^DELETE \/data\/mobileapp\/push\/[\w-]+$/),
  ]);
  const [login] = await calls.matching('POST /authenticate');
  const userPassword = decodeUserPassword(login?.body?.['userPassword'] ?? '');
  expect(userPassword).toMatchObject({ step: '2', tokenCode: '10', check: 'A' });
  const polls = await calls.matching(`GET /data/mobileapp/push/check/${userPassword?.secret}`);
  expect(polls.length).toBeGreaterThan(0);
});

test('a person signs in with a QR code as the second factor, which becomes the default', async ({
  page,
  person,
  secondStep,
  devices,
  calls,
  text,
}) => {
  await secondStep.reach('lee');
  await secondStep.expectAt('11');
  await expect(page.getByRole('img', { name: text('qr.picture') })).toBeVisible();
  await expect(secondStep.timer).toBeVisible();
  const { session } = await storedValues(page);
  await page.reload();
  await secondStep.expectAt('11');
  await expect(page.getByRole('img', { name: text('qr.picture') })).toBeVisible();
  expect((await storedValues(page)).session?.person.pending).toEqual(session?.person.pending);
  await secondStep.saveDefault.check();
  const request = await devices.scanQr('lee', await readQrCode(page));
  await devices.answerQr('lee', request.qrId, { number: qrNumber(request.qrId) });
  await person.expectSignedIn('lee');
  const [qrCall, ...others] = await calls.matching('GET /mobileapp/qr');
  expect(others).toEqual([]);
  expect(qrCall?.line).toMatch(/\?userId=lee&appName=/);
  const [poll] = await calls.matching('GET /data/mobileapp/qr/check/');
  expect(poll?.line).toMatch(/check\/[\w-]+$/);
  expect(poll?.headers['auth']).toMatch(/^Bearer [\w-]{43}$/);
  expect((await calls.matching('POST /data/portal/default')).map(({ body }) => body)).toEqual([
    { type: 'oidc', userId: 'lee', default: '11' },
  ]);
});

test('a passkey as the second factor is requested immediately, and the person signs in with it', async ({
  page,
  person,
  secondStep,
  lab,
  calls,
}) => {
  const authenticator = await addAuthenticator(page, lab);
  await authenticator.createPasskey('lee');
  await page.route('**/auth/login/fido', (route) => route.abort());
  await secondStep.reach('lee');
  await secondStep.slot('12').click();
  await person.expectSignedIn('lee');
  expect((await calls.matching('POST /auth/oauth2/mfa/check')).map(({ body }) => body)).toEqual([
    { userId: 'lee', otpTypeCode: '12', portalType: 'user', fidoStatus: 'start', clientId: 'demo-oidc' },
  ]);
});

test('a chosen token moves to the first slot, and only one token is in use', async ({
  page,
  person,
  secondStep,
  devices,
  calls,
}) => {
  await secondStep.reach('park');
  await secondStep.expectSent();
  await secondStep.expectOrder(['1', '9', '7', '2', '10']);
  await secondStep.switchTo('2');
  await secondStep.expectOrder(['2', '1', '9', '7', '10']);
  await secondStep.expectSent();
  await secondStep.switchTo('7');
  await secondStep.expectOrder(['7', '1', '9', '2', '10']);
  await expect(secondStep.timer).toHaveCount(0);
  expect((await storedValues(page)).session?.person.pending).toBeNull();
  await secondStep.slot('10').click();
  await expect(secondStep.pushModal).toBeVisible();
  await expect.poll(async () => (await devices.pushes('park')).length).toBe(1);
  await secondStep.slotOnModal('9').click();
  await secondStep.expectAt('9');
  await expect(secondStep.pushModal).toHaveCount(0);
  await expect(secondStep.codeField).toBeFocused();
  await expect.poll(async () => (await devices.pushes('park')).length).toBe(0);
  const polls = await calls.matching('GET /data/mobileapp/push/check/');
  expect(await calls.matching('DELETE /data/mobileapp/push/')).toHaveLength(1);
  await secondStep.expectOrder(['9', '1', '7', '2', '10']);
  await secondStep.switchTo('1');
  await secondStep.expectOrder(['1', '9', '7', '2', '10']);
  await secondStep.expectSent();
  expect((await calls.matching('POST /auth/oauth2/send/')).map(({ line }) => line)).toEqual([
    'POST /auth/oauth2/send/sms',
    'POST /auth/oauth2/send/inmail',
    'POST /auth/oauth2/send/sms',
  ]);
  expect(await calls.matching('GET /data/mobileapp/push/check/')).toHaveLength(polls.length);
  await secondStep.enterCode(await devices.newestCode('park', 'sms'));
  await person.expectSignedIn('park');
});

test('a resource of a service can require a second step', async ({
  page,
  person,
  secondStep,
  devices,
  reports,
  calls,
  language,
  text,
}) => {
  await person.signIn('hong');
  await page.getByRole('link', { name: TEXTS.openPayslip[language] }).click();
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page.getByText(text('identity.askedMore'))).toBeVisible();
  await expect(person.idField).toHaveValue('hong');
  await person.button('action.next').click();
  await secondStep.expectAt('8');
  await expect(page.getByText(text('remark.secondOnly'))).toBeVisible();
  await secondStep.expectOrder(['8', '7']);
  await secondStep.enterCode(await devices.touchYubikey('hong'));
  await expect(page.getByRole('heading', { name: TEXTS.payslip[language] })).toBeVisible();
  await expect(page).toHaveURL(/\/service\/payslip$/);
  expect(await calls.matching('POST /login/oidc')).toHaveLength(0);
  expect(await calls.matching('POST /authenticate')).toHaveLength(2);

  await reports.requestSignIn();
  await person.button('redirect.continue').click();
  expect((await reports.finishSignIn()).claims.sub).toBe('hong');
  expect(await calls.matching('POST /authenticate')).toHaveLength(2);
});
