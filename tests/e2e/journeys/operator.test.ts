import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { hashPassword } from '#server/login/password/hash.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { adminCommandOf } from '#tests/support/e2e/administration.ts';
import { addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { methodScreensOf } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import { type Registration, registrationOf } from '#tests/support/e2e/registration.ts';
import { CHEAP_HASHING } from '#tests/support/e2e/site.ts';
import type { TextOf } from '#tests/support/e2e/texts.ts';

const test = base.extend<{ readonly registration: Registration }>({
  registration: async ({ person, text, devices }, use) => use(registrationOf(person, text, devices)),
});

/** The configuration of the company. */
const COMPANY = {
  policies: [
    {
      id: 'company',
      users: ['saebom'],
      authType: 'otp',
      methods: ['pw', 'emergencyCode', 'fido2Token'],
      selfAuth: ['sms'],
    },
  ],
};

test.use({ configFile: COMPANY });

const PEOPLE_COUNT = 1000;

/** Writes a file of the company's accounts, and returns its path. Each account has a name and a phone number; `saebom` has a password, too. */
async function writePeople(folder: string): Promise<string> {
  const hash = await hashPassword(SEED_PASSWORD, CHEAP_HASHING);
  const rows = Array.from(
    { length: PEOPLE_COUNT - 1 },
    (_, index) => `person${index},사람${index},010-0000-0001,`,
  );
  const path = join(folder, 'people.csv');
  const lines = ['userId,nameKo,phoneNumber,passwordHash', `saebom,김새봄,010-2000-3000,"${hash}"`, ...rows];
  await writeFile(path, lines.join('\n'));
  return path;
}

/** Goes from the service through the chooser to the password screen. */
async function reachPassword(person: Person, text: TextOf): Promise<void> {
  const methods = methodScreensOf(person, text);
  await person.openIdEntry();
  await person.enterId('saebom');
  await methods.tile('password').click();
  await expect(person.heading('title.password')).toBeVisible();
}

test('an operator imports people, then disables, enables and helps one person, and the audit lists these actions', async ({
  browser,
  page,
  lab,
  language,
  methods,
  person,
  personOf,
  registration,
  site,
  text,
}) => {
  test.setTimeout(120_000);
  const authenticator = await addAuthenticator(page, lab);
  await authenticator.disableSuggestions();
  const admin = await adminCommandOf(site, COMPANY);
  const file = await writePeople(site.dataDir);
  expect(await admin('import', file, '--apply')).toContain(`Done: ${PEOPLE_COUNT} added`);

  await reachPassword(person, text);
  await person.enterPassword();
  await person.expectSignedIn('saebom');

  const otherContext = await browser.newContext({ locale: language === 'ko' ? 'ko-KR' : 'en-US' });
  const personInOtherBrowser = personOf(await otherContext.newPage());
  await reachPassword(personInOtherBrowser, text);

  expect(await admin('disable', 'saebom')).toContain('signed out everywhere');
  await personInOtherBrowser.enterPassword();
  await expect(personInOtherBrowser.dialog).toContainText(text('error.auth_error_002'));
  await otherContext.close();
  await reachPassword(person, text);
  await person.enterPassword();
  await expect(person.dialog).toContainText(text('error.auth_error_002'));

  await admin('enable', 'saebom');
  const [code = ''] = (await admin('code', 'saebom')).split('\n');
  await methods.reach('saebom', 'emergencyCode');
  await methods.codeField.fill(code);
  await person.button('action.login').click();
  await person.expectSignedIn('saebom');

  await page.context().clearCookies();
  await person.openIdEntry();
  await person.button('identity.registerPasskey').click();
  await person.enterId('saebom');
  await registration.passIdentityCheck('saebom');
  await registration.field('factor.name').fill('Laptop');
  await person.button('action.register').click();
  await expect(page.getByRole('dialog', { name: text('management.registered') })).toBeVisible();
  await registration.expectRegistered();
  await page.getByLabel(text('identity.modePasskey')).check();
  await person.button('passkey.button').click();
  await person.expectSignedIn('saebom');

  const history = (await admin('history', 'saebom', '--limit', '100', '--json'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .reverse()
    .map(({ event, action, kind }) => [event, action ?? kind].filter(Boolean).join(' '));
  expect(history.filter((line) => /^(administration|factor)/.test(line))).toEqual([
    'administration add',
    'administration disable',
    'administration enable',
    'administration code',
    'factor.added 12',
  ]);
});
