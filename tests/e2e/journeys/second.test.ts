import { expect } from '@playwright/test';
import { SECOND_PUSH_LIFETIME } from '#machines/second/proofs.ts';
import { textOf } from '#server/texts.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { passkeysOf } from '#tests/support/e2e/passkeys.ts';
import { readPicture } from '#tests/support/e2e/qr.ts';
import { type SecondScreen, secondScreenOf } from '#tests/support/e2e/second.ts';
import { storedOn } from '#tests/support/e2e/storage.ts';
import { qrNumber } from '#wire/qr-login.ts';
import type { TokenCode } from '#wire/token-codes.ts';
import { decodeUserPassword } from '#wire/user-password.ts';

/** A server of its own: its clock is moved, and `lee`, who has every device, needs two steps here. */
const test = base.extend<{ readonly second: SecondScreen }>({
  configFile: {
    ...TEST_CONFIG,
    session: { idleMinutes: 120 },
    policies: [
      {
        id: 'two-steps-of-lee',
        users: ['lee'],
        authType: 'other',
        methods: ['pw'],
        secondAuth: true,
        secondTokenPriority: { qrCode: 1, yubikey: 2, privateMail: 3, fido2Token: 4, emergencyCode: 5 },
      },
      {
        id: 'password-second',
        users: ['sent'],
        authType: 'otp',
        methods: ['sms'],
        secondAuth: true,
        secondTokenPriority: { pw: 1, sms: 2 },
      },
    ],
  },
  second: async ({ person, text }, use) => use(secondScreenOf(person, text)),
});

/** Longer than a second token lasts. */
const AN_HOUR = 3_600_000;

type Typed = readonly [TokenCode, string, (devices: Devices) => Promise<string>];

const OF_PARK: readonly Typed[] = [
  ['9', 'park', (devices) => devices.appCode('park')],
  ['7', 'park', (devices) => devices.pressCard('park')],
  ['2', 'park', (devices) => devices.newestCode('park', 'inmail')],
];
const OF_LEE: readonly Typed[] = [
  ['8', 'lee', (devices) => devices.touchYubikey('lee')],
  ['3', 'lee', (devices) => devices.newestCode('lee', 'exmail')],
];

for (const [tokenCode, userId, codeOf] of [...OF_PARK, ...OF_LEE]) {
  test(`token ${tokenCode} is the second factor`, async ({ person, second, devices, calls }) => {
    await second.reach(userId);
    await second.switchTo(tokenCode);
    if (['2', '3'].includes(tokenCode)) await second.isSent();
    await expect(second.codeField).toBeFocused();
    await second.enterCode(await codeOf(devices));
    await person.isSignedInAs(userId);
    const [login] = await calls.of('POST /authenticate');
    expect(decodeUserPassword(login?.body?.['userPassword'] ?? '')).toMatchObject({ step: '2', tokenCode });
  });
}

test('the password is the second factor after a code, which does not count again', async ({
  page,
  person,
  methods,
  second,
  devices,
}) => {
  await methods.reach('sent', 'sms');
  await methods.sendCode();
  await methods.enterCode(await devices.newestCode('sent', 'sms'));
  await second.isAt('-1');
  await second.stand(['-1']);
  await person.typePassword('wrong');
  await page.keyboard.press('Enter');
  await expect(person.dialog).toBeVisible();
  await person.button('action.ok').click();
  await person.hasSelected(person.passwordField);
  await person.enterPassword();
  await person.isSignedInAs('sent');
});

test('a push is the second factor: asked for at once, good for 45 seconds, approved on the phone', async ({
  page,
  person,
  second,
  devices,
  calls,
  site,
  text,
}) => {
  await page.clock.install();
  await second.reach('park');
  await second.slot('10').click();
  await expect(second.pushModal).toBeVisible();
  const left = page.getByRole('timer');
  await expect(left).toContainText(/4[0-5]/);
  site.advance(SECOND_PUSH_LIFETIME);
  await page.clock.fastForward(SECOND_PUSH_LIFETIME);
  await expect(second.pushModal).toHaveCount(0);
  await expect(page.getByText(text('error.auth_error_010_3'))).toBeVisible();

  await person.button('push.requestAgain').click();
  await expect(second.pushModal).toBeVisible();
  await devices.approvePush('park', await second.pushGroups());
  await page.clock.fastForward(2000);
  await person.isSignedInAs('park');

  const [look] = await calls.of('GET /data/mobileapp/push/check/');
  expect(look?.line).toMatch(/check\/[\w-]+$/);
  expect(look?.headers['auth']).toMatch(/^Bearer [\w-]{43}$/);
  expect(look?.headers['authorization']).toMatch(/^Bearer [\w-]{43}$/);
  expect(await calls.of('GET /data/sso/mobileapp/push')).toHaveLength(0);
  expect(await calls.of('DELETE /')).toHaveLength(0);
  const [login] = await calls.of('POST /authenticate');
  const sent = decodeUserPassword(login?.body?.['userPassword'] ?? '');
  expect(sent).toMatchObject({ step: '2', tokenCode: '10', check: 'A' });
  const checked = await calls.of(`GET /data/mobileapp/push/check/${sent?.secret}`);
  expect(checked.length).toBeGreaterThan(0);
});

test('a pending push is taken off the phone on cancel and when the person goes back', async ({
  page,
  person,
  second,
  devices,
  calls,
}) => {
  await second.reach('park');
  await second.slot('10').click();
  await expect(second.pushModal).toBeVisible();
  await expect.poll(async () => (await devices.pushes('park')).length).toBe(1);
  await person.button('push.cancel').click();
  await expect(second.pushModal).toHaveCount(0);
  await expect.poll(async () => (await devices.pushes('park')).length).toBe(0);
  expect((await storedOn(page)).session?.person.pending).toBeNull();

  await person.button('push.requestAgain').click();
  await expect(second.pushModal).toBeVisible();
  await page.reload();
  await second.isAt('10');
  await expect(second.pushModal).toBeVisible();
  expect(await calls.of('POST /mobileapp/push/')).toHaveLength(2);
  await page.goBack();
  await expect(person.heading('title.password')).toBeVisible();
  await expect.poll(async () => (await devices.pushes('park')).length).toBe(0);
  const withdrawals = await calls.of('DELETE /data/mobileapp/push/');
  expect(withdrawals.map(({ line }) => line.includes('?'))).toEqual([false, false]);
});

test('a QR code is the second factor, for the person alone', async ({
  page,
  person,
  second,
  devices,
  calls,
  text,
}) => {
  await second.reach('lee');
  await second.isAt('11');
  await expect(page.getByRole('img', { name: text('qr.picture') })).toBeVisible();
  await expect(second.timer).toBeVisible();
  await second.saveDefault.check();
  const request = await devices.scanQr('lee', await readPicture(page));
  await devices.answerQr('lee', request.qrId, { number: qrNumber(request.qrId) });
  await person.isSignedInAs('lee');
  const [draw] = await calls.of('GET /mobileapp/qr');
  expect(draw?.line).toMatch(/\?userId=lee&appName=/);
  const [check] = await calls.of('GET /data/mobileapp/qr/check/');
  expect(check?.line).toMatch(/check\/[\w-]+$/);
  expect(check?.headers['auth']).toMatch(/^Bearer [\w-]{43}$/);
  expect((await calls.of('POST /data/portal/default')).map(({ body }) => body)).toEqual([
    { type: 'oidc', userId: 'lee', default: '11' },
  ]);

  await page.context().clearCookies();
  await second.reach('lee');
  await second.isAt('11');
  await expect(second.saveDefault).toBeChecked();
});

test('a passkey is the second factor, asked for by itself', async ({ page, person, second, lab, calls }) => {
  const passkeys = await passkeysOf(page, lab);
  await passkeys.make('lee');
  await page.route('**/auth/login/fido', (route) => route.abort());
  await second.reach('lee');
  await second.slot('12').click();
  await person.isSignedInAs('lee');
  expect((await calls.of('POST /auth/oauth2/mfa/check')).map(({ body }) => body)).toEqual([
    {
      userId: 'lee',
      otpTypeCode: '12',
      portalType: 'user',
      fidoStatus: 'start',
      clientId: 'demo-oidc',
    },
  ]);
});

test('a switch rearranges the slots, ends what was under way and starts the other token', async ({
  page,
  person,
  second,
  devices,
  calls,
}) => {
  await second.reach('park');
  await second.isSent();
  await second.stand(['1', '9', '7', '2', '10']);
  await second.switchTo('2');
  await second.stand(['2', '1', '9', '7', '10']);
  await second.isSent();
  await second.switchTo('7');
  await second.stand(['7', '1', '9', '2', '10']);
  await expect(second.timer).toHaveCount(0);
  expect((await storedOn(page)).session?.person.pending).toBeNull();
  await second.slot('10').click();
  await expect(second.pushModal).toBeVisible();
  await person.button('push.cancel').click();
  await second.stand(['10', '1', '9', '7', '2']);
  await second.switchTo('9');
  await second.stand(['9', '1', '7', '2', '10']);
  await second.switchTo('1');
  await second.stand(['1', '9', '7', '2', '10']);
  await second.isSent();
  expect((await calls.of('POST /auth/oauth2/send/')).map(({ line }) => line)).toEqual([
    'POST /auth/oauth2/send/sms',
    'POST /auth/oauth2/send/inmail',
    'POST /auth/oauth2/send/sms',
  ]);
  await second.enterCode(await devices.newestCode('park', 'sms'));
  await person.isSignedInAs('park');
});

test('a reload keeps the token, its code and its clock, and a wrong code is told in a dialog', async ({
  page,
  person,
  second,
  devices,
  calls,
  language,
}) => {
  await second.reach('park');
  await second.switchTo('2');
  await second.isSent();
  const { session } = await storedOn(page);
  await page.reload();
  await second.isAt('2');
  await second.isSent();
  expect((await storedOn(page)).session?.person.pending).toEqual(session?.person.pending);
  expect(await calls.of('POST /auth/oauth2/send/inmail')).toHaveLength(1);

  await second.enterCode('null');
  expect(await calls.of('POST /authenticate')).toHaveLength(0);
  const code = await devices.newestCode('park', 'inmail');
  await second.enterCode(code === '123456' ? '654321' : '123456');
  await expect(person.dialog).toContainText(textOf('005_1', language));
  await person.button('action.ok').click();
  await person.hasSelected(second.codeField);
  await second.enterCode(code);
  await person.isSignedInAs('park');
});

test('a second token that is too old is replaced while the session stands, and only the second step begins again', async ({
  page,
  person,
  second,
  devices,
  site,
  text,
}) => {
  await page.clock.install();
  await second.reach('park');
  await second.switchTo('9');
  const { session } = await storedOn(page);
  site.advance(AN_HOUR);
  await page.clock.fastForward(AN_HOUR);
  await second.enterCode(await devices.appCode('park'));
  await second.isAt('1');
  await expect(page.getByText(text('remark.policyChanged'))).toBeVisible();
  const renewed = (await storedOn(page)).session?.person.secondToken;
  expect(renewed).toMatch(/^[\w-]{43}$/);
  expect(renewed).not.toBe(session?.person.secondToken);
  await second.switchTo('9');
  await second.enterCode(await devices.appCode('park'));
  await person.isSignedInAs('park');
});

test('/second is no place to begin at', async ({ page, person }) => {
  await page.goto('/second');
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page).toHaveURL('/first');
});
