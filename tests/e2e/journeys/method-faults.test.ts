import { expect, type Page } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { refusalText } from '#tests/support/e2e/refusals.ts';
import { CHALLENGE_HEADER } from '#wire/names.ts';
import { routeCode, type TypeCode } from '#wire/type-codes.ts';

// A separate server, whose clock is advanced.
test.use({ configFile: { ...TEST_CONFIG } });

type ErrCode = Parameters<typeof refusalText>[0];

/** The fault of a call that sends a code while the gateway does not respond. */
const gatewayFault = (channel: 'sms' | 'inmail' | 'exmail', errCode: '012_1' | '012_2', message: string) => ({
  method: 'POST' as const,
  path: `/auth/oauth2/send/${channel}`,
  status: 200,
  raw: JSON.stringify({ status: 200, result: false, errCode, message }),
  headers: { 'Content-Type': 'application/json' },
});

test('a message says that a mail server is unreachable, and the code can be sent again', async ({
  person,
  methods,
  devices,
  breakCall,
  language,
}) => {
  const message = refusalText('012_2', language);
  await methods.reachChooser('sent');
  for (const [method, channel] of [
    ['internalMail', 'inmail'],
    ['privateMail', 'exmail'],
  ] as const) {
    await methods.choose(method);
    await breakCall(gatewayFault(channel, '012_2', message));
    await person.button('otp.send').click();
    await methods.expectNotSent(message);
    await methods.expectUnsent();
    await methods.sendCode();
    expect(await devices.newestCode('sent', channel)).toMatch(/^\d{6}$/);
    await methods.changeMethod.click();
    await methods.expectChooser();
  }
});

test('a code that is sent through two channels counts as sent when one channel works', async ({
  person,
  methods,
  devices,
  breakCall,
  language,
  calls,
}) => {
  await person.openIdEntry();
  await person.enterId('ahn');
  await methods.expectAt('6');
  const message = refusalText('012_2', language);
  await breakCall(gatewayFault('inmail', '012_2', message));
  await breakCall(gatewayFault('exmail', '012_2', message));
  await person.button('otp.send').click();
  await methods.expectNotSent(message);
  await methods.expectUnsent();
  expect(await calls.matching('POST /auth/oauth2/send')).toHaveLength(2);

  await breakCall(gatewayFault('inmail', '012_2', message));
  await methods.sendCode();
  const code = await devices.newestCode('ahn', 'exmail');
  await methods.enterCode(code === '000000' ? '111111' : '000000');
  await methods.expectRefused(refusalText('005_1', language));
  await methods.enterCode(code);
  await person.expectSignedIn('ahn');
});

/**
 * Changes the policy so that every method seems to be registered, as before the methods were removed. The challenge token
 * is left out, because the token is valid only for the original body.
 */
async function mockFormerPolicy(page: Page): Promise<void> {
  await page.route('**/auth/policy/check', async (route) => {
    const response = await route.fetch();
    const policy = await response.json();
    const userToken = {
      phoneNumber: '010-****-1234',
      internalMail: 'y***@hanbit.example',
      privateMail: 'y***@mail.example',
      otpCard: { serialNumber: 'CA*****999' },
      yubikeyFirst: 'cc******cccc',
      mobileApp: { deviceName: 'Galaxy S20' },
    };
    const { [CHALLENGE_HEADER.toLowerCase()]: _challenge, ...headers } = response.headers();
    await route.fulfill({ status: response.status(), headers, json: { ...policy, userToken } });
  });
}

/** For each removed method: its type code, a code that is entered, and the error code. */
const REMOVED_METHODS: readonly (readonly [TypeCode, string, ErrCode])[] = [
  ['1', '123456', '006'],
  ['2', '123456', '006_1'],
  ['3', '123456', '006_2'],
  ['4', '123456', '006_3'],
  ['5', '123456', '006_4'],
  ['6', '123456', '006_5'],
  ['7', '123456', '007'],
  ['8', 'c'.repeat(44), '008_1'],
  ['9', '123456', '009'],
];

test('a code of a method that was removed during the sign-in is refused with the reason', async ({
  page,
  person,
  methods,
  language,
}) => {
  await mockFormerPolicy(page);
  await methods.reachChooser('yoon');
  for (const [typeCode, code, errCode] of REMOVED_METHODS) {
    await test.step(errCode, async () => {
      await methods.open(`/first/auth?type=${routeCode(typeCode)}`);
      await methods.expectAt(typeCode);
      await methods.enterCode(code);
      await methods.expectRefused(refusalText(errCode, language));
      if (typeCode !== '1') return;
      await person.button('otp.send').click();
      await methods.expectNotSent(refusalText('006', language));
    });
  }
  await methods.changeMethod.click();
  await methods.expectChooser();
});

test('a temporary code can be submitted again when the answer to its first submission was lost', async ({
  page,
  person,
  methods,
  devices,
  text,
}) => {
  await methods.reach('lee', 'emergencyCode');
  const code = await devices.issueEmergencyCode('lee');
  await page.route(
    '**/authenticate',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await methods.enterCode(code);
  await methods.expectRefused(text('info.failure.unreachable'));
  await expect(methods.codeField).toHaveValue(code);
  await person.button('action.login').click();
  await person.expectSignedIn('lee');
});
