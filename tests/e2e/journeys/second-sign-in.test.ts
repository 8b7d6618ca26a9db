import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { secondScreenOf } from '#tests/support/e2e/second.ts';
import { decodeUserPassword } from '#wire/user-password.ts';

test('a password, then a code by SMS that is sent by itself, and back to the service', async ({
  page,
  person,
  devices,
  calls,
  text,
}) => {
  const second = secondScreenOf(person, text);
  await second.reach('park');
  await second.isAt('1');
  await expect(page).toHaveTitle(text('title.second'));
  await expect(page.getByRole('main').getByText('park', { exact: true })).toBeVisible();
  await second.stand(['1', '9', '7', '2', '10']);
  await second.isSent();
  await expect(second.codeField).toBeFocused();
  await expectAccessible(page);
  await second.enterCode(await devices.newestCode('park', 'sms'));
  await person.isSignedInAs('park');

  const [first] = await calls.of('POST /login/oidc');
  expect(Object.keys(first?.body ?? {}).sort()).toEqual(['clientId', 'fidoStatus', 'otp', 'type', 'userId']);
  const [send] = await calls.of('POST /auth/oauth2/send/sms');
  expect(send?.headers['authorization']).toMatch(/^Bearer [\w-]{43}$/);
  expect(await calls.of('POST /token/access')).toHaveLength(0);
  const [login, ...others] = await calls.of('POST /authenticate');
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
