import { expect } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import { refusalText } from '#tests/support/e2e/refusals.ts';
import { secondScreenOf } from '#tests/support/e2e/second.ts';

const test = base.extend<{ readonly hasScripts: boolean; readonly other: Person }>({
  hasScripts: [true, { option: true }],
  /** The same person at a second browser. */
  other: async ({ browser, locale, portal, personOf, hasScripts }, use) => {
    const context = await browser.newContext({
      locale: locale ?? 'ko-KR',
      baseURL: portal,
      javaScriptEnabled: hasScripts,
    });
    await use(personOf(await context.newPage()));
    await context.close();
  },
});

const ELSEWHERE = {
  authType: 'other',
  methods: ['pw'],
  networks: ['203.0.113.0/24'],
  id: 'vpn',
  users: ['song'],
};
const REMEMBERING = {
  id: 'remembering',
  users: ['park'],
  authType: 'other',
  methods: ['pw'],
  secondAuth: true,
  secondTokenPriority: { sms: 1, hwOtp: 2 },
  selfAuth: ['sms', 'internalMail'],
  management: true,
  rememberBrowserDays: 30,
};
const ALLOW = {
  session: { concurrent: 'allow', lastSignIn: 'everywhere', newSignInMail: 'browser' },
  policies: [ELSEWHERE],
};
const END_OLDEST = { session: { concurrent: 'endOldest' } };
const ASK = { session: { concurrent: 'ask' } };

const NOT_ME = { ko: '내가 하지 않았어요', en: 'It was not me' };

test.describe('allow', () => {
  test.use({ configFile: ALLOW });

  test('both stay signed in, see the last sign-in, and "It was not me" shuts them out', async ({
    person,
    other,
    page,
    text,
    language,
    devices,
  }) => {
    await person.signIn('kim');
    await other.signIn('kim');
    await person.begin();
    await expect(person.heading('redirect.authenticatedTitle')).toBeVisible();
    await expect(page.getByText(text('lastSignIn.notYou'))).toBeVisible();

    await page.goto(await devices.newestLink('kim', 'inmail'));
    await page.getByRole('button', { name: NOT_ME[language] }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await other.identify('kim');
    await other.enterPassword();
    const shut = refusalText('002_3', language, {}, 'signInShut');
    await expect(other.dialog.getByText(shut)).toBeVisible();

    await person.askToSignIn();
    await person.enterId('song');
    const outside = refusalText('002_2', language, {}, 'networkNotAllowed');
    await expect(page.getByText(outside)).toBeVisible();
  });
});

test.describe('rememberBrowserDays', () => {
  test.use({ configFile: { policies: [REMEMBERING] } });

  test('the second step is left out in that browser, until it is asked for again in the overview', async ({
    person,
    other,
    page,
    text,
    lab,
    devices,
  }) => {
    const second = secondScreenOf(person, text);
    await second.reach('park');
    const box = page.getByRole('checkbox', { name: text('second.remember', { days: 30 }) });
    await box.check();
    await expectAccessible(page);
    await second.enterCode(await devices.newestCode('park', 'sms'));
    await person.isSignedInAs('park');
    await person.signOut();
    await person.signIn('park');
    await secondScreenOf(other, text).reach('park');

    await page.goto('/');
    await person.button('tabs.manage').click();
    await person.typePassword(SEED_PASSWORD);
    await person.button('action.next').click();
    await person.button('otp.send').click();
    await expect(page.getByRole('timer')).toBeVisible();
    await second.enterCode(await devices.newestCode('park', 'sms'));
    await expect(page.getByRole('heading', { name: text('factors.remembered') })).toBeVisible();
    await expectAccessible(page);
    await person.button('factors.forget').click();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: text('factors.forget') }).click();
    await expect(page.getByRole('heading', { name: text('factors.remembered') })).toHaveCount(0);
    await page.goto(`${lab}/service`);
    await person.signOut();
    await second.reach('park');
  });
});

for (const [rule, configFile, hasScripts] of [
  ['endOldest', END_OLDEST, true],
  ['ask', ASK, true],
  ['ask, without scripts', ASK, false],
] as const) {
  test.describe(rule, () => {
    test.use({ configFile, hasScripts });

    test('the later sign-in ends the first, which is told so', async ({ person, other, page, text }) => {
      await person.signIn('kim');
      await other.identify('kim');
      await other.enterPassword();
      if (rule !== 'endOldest') {
        await expect(other.heading('title.endSignIns')).toBeVisible();
        if (hasScripts) await expectAccessible(other.page);
        await other.button('action.previous').click();
        await expect(other.heading('title.identity')).toBeVisible();
        await other.enterId('kim');
        await other.enterPassword();
        await other.button('endSignIns.submitAll').click();
      }
      await other.isSignedInAs('kim');
      await person.askToSignIn();
      await expect(page.getByText(text('identity.askedElsewhere'))).toBeVisible();
    });
  });
}
