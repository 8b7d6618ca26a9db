import { join } from 'node:path';
import { expect } from '@playwright/test';
import { TEXTS as SERVICE_TEXTS } from '#lab/service/texts.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { loadDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { openDatabase } from '#server/storage/open.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { suspensionsIn } from '#server/storage/repositories/suspensions.ts';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import {
  NEW_PASSWORD,
  openReset,
  passIdentityCheck,
  saveNewPassword,
} from '#tests/support/e2e/password-reset.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import { refusalText } from '#tests/support/e2e/refusals.ts';
import { secondStepScreenOf } from '#tests/support/e2e/second-step.ts';
import type { Site } from '#tests/support/e2e/site.ts';
import { twoSteps } from '#tests/support/server/config-parts.ts';

const test = base.extend<{ readonly hasScripts: boolean; readonly secondPerson: Person }>({
  hasScripts: [true, { option: true }],
  /** The person in a second browser. */
  secondPerson: async ({ browser, locale, portal, personOf, hasScripts }, use) => {
    const context = await browser.newContext({
      locale: locale ?? 'ko-KR',
      baseURL: portal,
      javaScriptEnabled: hasScripts,
    });
    await use(personOf(await context.newPage()));
    await context.close();
  },
});

const OTHER_NETWORK_POLICY = {
  authType: 'other',
  methods: ['pw'],
  networks: ['203.0.113.0/24'],
  id: 'vpn',
  users: ['song'],
};
const CLOSED_HOURS_POLICY = {
  authType: 'other',
  methods: ['pw'],
  hours: { from: '00:00', until: '00:00' },
  id: 'closed',
  users: ['yang'],
};
const REMEMBERING_POLICY = {
  id: 'remembering',
  users: ['park'],
  ...twoSteps({ sms: 1, hwOtp: 2 }),
  selfAuth: ['sms', 'internalMail'],
  management: true,
  rememberBrowserDays: 30,
};
/** A configuration that allows concurrent sessions and informs the person about new sign-ins. */
const ALLOW_CONFIG = {
  session: { concurrent: 'allow', lastSignIn: 'everywhere', newSignInMail: 'browser' },
  policies: [OTHER_NETWORK_POLICY, CLOSED_HOURS_POLICY],
};
const END_OLDEST_CONFIG = { session: { concurrent: 'endOldest' } };
const ASK_CONFIG = { session: { concurrent: 'ask' } };

/** The label of the button with which a person says that a sign-in was not theirs. */
const NOT_ME_LABELS = { ko: '내가 하지 않았어요', en: 'It was not me' };

/** Makes all accounts dormant, as the portal does daily with unused accounts. */
async function makeAllDormant({ dataDir, databaseUrl }: Site): Promise<void> {
  const keys = loadDataKeys(dataDir);
  const db =
    databaseUrl === null
      ? await openDatabase(join(dataDir, 'munjigi.sqlite'), keys)
      : await openPostgresDatabase(databaseUrl, keys, () => undefined);
  await suspensionsIn(db, Date.now).suspendUnused(Date.now() + 1_000);
  await db.close();
}

test.describe('with concurrent sessions allowed', () => {
  test.use({ configFile: ALLOW_CONFIG });

  test('two sign-ins exist until “It was not me” locks the account, refused sign-ins name the reason, and a password reset reactivates a dormant account', async ({
    person,
    secondPerson,
    page,
    text,
    language,
    devices,
    site,
    lab,
  }) => {
    await person.signIn('kim');
    await secondPerson.signIn('kim');
    await person.requestSignIn();
    await expect(person.heading('redirect.authenticatedTitle')).toBeVisible();
    await expect(page.getByText(text('lastSignIn.notYou'))).toBeVisible();

    await page.goto(await devices.newestLink('kim', 'inmail'));
    await page.getByRole('button', { name: NOT_ME_LABELS[language] }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await secondPerson.identify('kim');
    await secondPerson.enterPassword();
    const locked = refusalText('002_3', language, {}, 'signInShut');
    await expect(secondPerson.dialog.getByText(locked)).toBeVisible();

    await person.openIdEntry();
    await person.enterId('song');
    const outside = refusalText('002_2', language, {}, 'networkNotAllowed');
    await expect(page.getByText(outside)).toBeVisible();
    await person.enterId('yang');
    await expect(page.getByText(refusalText('016_3', language))).toBeVisible();

    await makeAllDormant(site);
    await person.identify('eom');
    await person.enterPassword();
    const dormant = refusalText('002_1', language, {}, 'accountDormant');
    await expect(person.dialog.getByText(dormant)).toBeVisible();

    const fixtures = { page, person, text, lab };
    await openReset(fixtures, 'eom');
    await passIdentityCheck(fixtures, 'sms', 'eom', '010-4000-1121', 'action.change');
    await saveNewPassword(fixtures);
    await expect(page.getByText(text('remark.passwordReset'))).toBeVisible();
    await person.enterId('eom');
    await person.enterPassword(NEW_PASSWORD);
    await person.expectSignedIn('eom');
  });
});

test.describe('with rememberBrowserDays', () => {
  test.use({ configFile: { policies: [REMEMBERING_POLICY] } });

  test('a remembered browser skips the second step until the person forgets it', async ({
    person,
    secondPerson,
    page,
    text,
    lab,
    devices,
  }) => {
    const secondStep = secondStepScreenOf(person, text);
    await secondStep.reach('park');
    const rememberBox = page.getByRole('checkbox', { name: text('second.remember', { days: 30 }) });
    await rememberBox.check();
    await expectAccessible(page);
    await secondStep.enterCode(await devices.newestCode('park', 'sms'));
    await person.expectSignedIn('park');
    await person.signOut();
    await person.signIn('park');
    await secondStepScreenOf(secondPerson, text).reach('park');

    await page.goto('/');
    await person.button('tabs.manage').click();
    await person.typePassword(SEED_PASSWORD);
    await person.button('action.next').click();
    await person.button('otp.send').click();
    await expect(page.getByRole('timer')).toBeVisible();
    await secondStep.enterCode(await devices.newestCode('park', 'sms'));
    await expect(page.getByRole('heading', { name: text('factors.remembered') })).toBeVisible();
    await expectAccessible(page);
    await person.button('factors.forget').click();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: text('factors.forget') }).click();
    await expect(page.getByRole('heading', { name: text('factors.remembered') })).toHaveCount(0);
    await page.goto(`${lab}/service`);
    await person.signOut();
    await secondStep.reach('park');
  });
});

test.describe('with rememberBrowserDays and without scripts', () => {
  test.use({ configFile: { policies: [REMEMBERING_POLICY] }, javaScriptEnabled: false });

  test('a remembered browser skips the second step at the next sign-in', async ({
    person,
    page,
    text,
    language,
    devices,
  }) => {
    const secondStep = secondStepScreenOf(person, text);
    await secondStep.reach('park');
    await page.getByRole('checkbox', { name: text('second.remember', { days: 30 }) }).check();
    await secondStep.enterCode(await devices.newestCode('park', 'sms'));
    await person.expectSignedIn('park');
    await page.getByRole('button', { name: SERVICE_TEXTS.signOut[language], exact: true }).click();
    await page.getByRole('main').getByRole('button').click();
    await expect(page.getByText(SERVICE_TEXTS.signedOut[language])).toBeVisible();
    await person.signIn('park');
  });
});

for (const [rule, configFile, hasScripts] of [
  ['endOldest', END_OLDEST_CONFIG, true],
  ['ask', ASK_CONFIG, true],
  ['ask, without scripts', ASK_CONFIG, false],
] as const) {
  test.describe(`with concurrent sessions set to ${rule}`, () => {
    test.use({ configFile, hasScripts });

    test('a second sign-in ends the first sign-in, whose next request shows a message', async ({
      person,
      secondPerson,
      page,
      text,
    }) => {
      await person.signIn('kim');
      await secondPerson.identify('kim');
      await secondPerson.enterPassword();
      if (rule !== 'endOldest') {
        await expect(secondPerson.heading('title.endSignIns')).toBeVisible();
        if (hasScripts) await expectAccessible(secondPerson.page);
        await secondPerson.button('action.previous').click();
        await expect(secondPerson.heading('title.identity')).toBeVisible();
        await secondPerson.enterId('kim');
        await secondPerson.enterPassword();
        await secondPerson.button('endSignIns.submitAll').click();
      }
      await secondPerson.expectSignedIn('kim');
      await person.openIdEntry();
      await expect(page.getByText(text('identity.askedElsewhere'))).toBeVisible();
    });
  });
}
