import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { TEXTS as EXPENSES_TEXTS } from '#lab/expenses/texts.ts';
import { TEXTS as SERVICE_TEXTS } from '#lab/service/texts.ts';
import type { Method } from '#machines/shared/policy.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import { expensesAt } from '#tests/support/e2e/expenses.ts';
import { test } from '#tests/support/e2e/journey.ts';
import type { MethodScreens } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import { requestPush } from '#tests/support/e2e/push.ts';
import { qrScreenOf } from '#tests/support/e2e/qr.ts';
import { type ReadmeStep, readmeSteps } from '#tests/support/e2e/readme.ts';
import { refusalText } from '#tests/support/e2e/refusals.ts';
import { LANGUAGES, type Language, type TextOf, textIn } from '#tests/support/e2e/texts.ts';

/** A separate server, since passwords are changed and a passkey is created. */
test.use({ configFile: { ...TEST_CONFIG } });

type Fixtures = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly person: Person;
  readonly methods: MethodScreens;
  readonly lab: string;
  readonly language: Language;
  readonly text: TextOf;
};

/** A test of a step of the README. */
type StepTest = {
  /** Phrases of the step that the test proves, in addition to its labels, codes and paths. */
  readonly phrases: Readonly<Record<Language, readonly string[]>>;
  /** The number of labels, codes and paths in the step. */
  readonly quoteCounts: { readonly labels: number; readonly codes: number; readonly paths: number };
  /** Follows the step in the browser. */
  readonly follow: (fixtures: Fixtures, step: ReadmeStep) => Promise<void>;
};

const NEW_PASSWORDS = ['Sunrise!27-hill', 'Moonrise!31-lake'] as const;
const WRONG_PASSWORD = 'not-the-password';
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { ko: '한국어', en: 'English' };

/** The label, code or path at an index of a list. Throws for an index outside the list. */
function quoteAt(quotes: readonly string[], index = 0): string {
  const quote = quotes[index];
  if (quote === undefined) throw new Error(`The step has no quote ${index}`);
  return quote;
}

const linkNamed = (page: Page, name: string): Locator => page.getByRole('link', { name });

/** Opens a page of the lab in another tab. */
async function openLabPage({ context, lab }: Fixtures, path: string): Promise<Page> {
  const device = await context.newPage();
  await device.goto(`${lab}${path}`);
  return device;
}

const newestCodeIn = (device: Page): Promise<string> =>
  device.getByRole('log').last().locator('[data-field=code]').first().innerText();

/** Signs `lee` in with a method and a code of a device, and out again. */
async function signInWith(fixtures: Fixtures, method: Method, codeOf: () => Promise<string>): Promise<void> {
  const { person, methods } = fixtures;
  await methods.reach('lee', method);
  await methods.enterCode(await codeOf());
  await person.expectSignedIn('lee');
  await person.signOut();
}

/** Returns a function that sends a code on the screen of a method and reads it on a page of the lab. */
const readSentCode = (fixtures: Fixtures, path: string) => async (): Promise<string> => {
  await fixtures.methods.sendCode();
  const device = await openLabPage(fixtures, path);
  const code = await newestCodeIn(device);
  await device.close();
  return code;
};

const readCardCode = (fixtures: Fixtures) => async (): Promise<string> => {
  const device = await openLabPage(fixtures, '/card/lee');
  await device.getByRole('main').locator('button[type=submit]').first().click();
  const display = device.getByRole('status').locator('[data-field=code]');
  await expect(display).toHaveText(/^\d{6}$/);
  const code = await display.innerText();
  await device.close();
  return code;
};

/** Reads the OTP of a touch. An OTP that contains the letters "null" is discarded, since the portal does not send such an OTP (rule 76). */
const readYubikeyCode = (fixtures: Fixtures) => async (): Promise<string> => {
  const device = await openLabPage(fixtures, '/yubikey/lee');
  const otpField = device.locator('[data-field=otp]');
  let otp = '';
  do {
    await device.locator('button[value=plain]').click();
    await expect(otpField).not.toHaveText(otp);
    otp = await otpField.innerText();
  } while (otp.includes('null'));
  await device.close();
  return otp;
};

const readEmergencyCode = (fixtures: Fixtures) => async (): Promise<string> => {
  const device = await openLabPage(fixtures, '/administrator');
  const row = device.getByRole('listitem').filter({ has: device.getByText('lee', { exact: true }) });
  const codeField = row.locator('[data-field=code]').first();
  const codeBefore = await codeField.innerText();
  await row.locator('form[action$="/emergency-code"] button').click();
  await expect(codeField).not.toHaveText(codeBefore);
  const code = await codeField.innerText();
  await device.close();
  return code;
};

/** Resets the password of `gil` on the password screen after a check, and signs in with the new password. */
async function resetPassword(
  { page, person, text }: Fixtures,
  identityCheck: 'selfAuth' | 'questions',
  passCheck: () => Promise<void>,
  password: string,
): Promise<void> {
  await page.getByRole('button', { name: text('password.forgot') }).click();
  await page.getByLabel(text(`methodSelect.${identityCheck}`)).check();
  await person.button('action.next').click();
  await passCheck();
  await page.getByLabel(text('passwordSetup.new'), { exact: true }).fill(password);
  await page.getByLabel(text('passwordSetup.confirm'), { exact: true }).fill(password);
  await person.button('action.save').click();
  await expect(page.getByText(text('remark.passwordReset'))).toBeVisible();
  await person.enterId('gil');
  await person.enterPassword(password);
  await person.expectSignedIn('gil');
  await person.signOut();
}

const STEP_TESTS: readonly StepTest[] = [
  {
    phrases: { ko: ['로그인하세요'], en: ['sign in with the ID'] },
    quoteCounts: { labels: 0, codes: 2, paths: 1 },
    async follow({ page, person, lab, language }, { codes, paths }) {
      await page.goto(`${lab}${quoteAt(paths)}`);
      await linkNamed(page, SERVICE_TEXTS.signIn[language]).click();
      await person.enterId(quoteAt(codes));
      await person.enterPassword(quoteAt(codes, 1));
      await person.expectSignedIn(quoteAt(codes));
    },
  },
  {
    phrases: {
      ko: ['3초를 센 뒤 서비스로 돌려보내요', '누르면 멈춰요'],
      en: ['counts down three seconds', 'stops'],
    },
    quoteCounts: { labels: 2, codes: 0, paths: 0 },
    async follow({ page, person, text }, { labels }) {
      await person.signIn('kim');
      await linkNamed(page, quoteAt(labels)).click();
      await expect(person.heading('redirect.authenticatedTitle')).toBeVisible();
      await person.expectSignedIn('kim');
      await linkNamed(page, quoteAt(labels)).click();
      await page.getByRole('button', { name: quoteAt(labels, 1), exact: true }).click();
      await expect(page.getByText(text('redirect.stayed'))).toBeVisible();
      await expect(page.getByRole('timer')).toHaveCount(0);
    },
  },
  {
    phrases: {
      ko: ['SAML', '다시 로그인하지 않아도 3초 뒤에 들어가요', '이 서비스에서도 로그아웃돼요'],
      en: ['SAML', 'After three seconds you are in, without a second login', 'signed out here as well'],
    },
    quoteCounts: { labels: 1, codes: 0, paths: 1 },
    async follow({ page, person, lab, language }, { labels, paths }) {
      const expenses = expensesAt(page, language, lab);
      await person.signIn('kim');
      await page.goto(`${lab}${quoteAt(paths)}`);
      await linkNamed(page, quoteAt(labels)).click();
      await expect(person.heading('redirect.authenticatedTitle')).toBeVisible();
      await expenses.expectSignedIn('kim');
      await page.goto(`${lab}/service`);
      await person.signOut();
      await expenses.open();
      await expect(linkNamed(page, EXPENSES_TEXTS.signIn[language])).toBeVisible();
    },
  },
  {
    phrases: {
      ko: ['(잠긴 계정)', '(사용 기간이 아닌 계정)', '틀린 비밀번호'],
      en: ['(locked)', '(outside the usage period)', 'with a wrong password'],
    },
    quoteCounts: { labels: 0, codes: 2, paths: 0 },
    async follow({ person, language }, { codes }) {
      await person.signIn('kim');
      await person.signOut();
      for (const [userId, refusal, password] of [
        [quoteAt(codes), refusalText('001_1', language), SEED_PASSWORD],
        [quoteAt(codes, 1), refusalText('002_1', language), SEED_PASSWORD],
        ['kim', refusalText('001', language, { failCount: 1, maxCount: 5 }), WRONG_PASSWORD],
      ] as const) {
        await person.identify(userId);
        await person.enterPassword(password);
        await expect(person.dialog).toContainText(refusal);
      }
    },
  },
  {
    phrases: {
      ko: ['입력한 아이디는 남고, 비밀번호와 인증번호는 저장하지 않아요'],
      en: ['A reload or Back keeps the ID that you typed, but never a password or a code'],
    },
    quoteCounts: { labels: 0, codes: 0, paths: 0 },
    async follow({ page, context, person, methods, language, text }) {
      await person.openIdEntry();
      await person.idField.fill('kim');
      await page.reload();
      await expect(person.idField).toHaveValue('kim');
      await person.button('action.next').click();
      await person.typePassword(SEED_PASSWORD);
      await page.reload();
      await expect(person.passwordField).toHaveValue('');
      await person.typePassword(SEED_PASSWORD);
      await page.goBack();
      await expect(person.idField).toHaveValue('kim');

      for (const otherLanguage of LANGUAGES.filter((each) => each !== language)) {
        await page.getByRole('button', { name: LANGUAGE_NAMES[otherLanguage], exact: true }).click();
        await expect(
          page.getByRole('textbox', { name: textIn(otherLanguage)('identity.label') }),
        ).toHaveValue('kim');
        await page.getByRole('button', { name: LANGUAGE_NAMES[language], exact: true }).click();
      }
      await context.setOffline(true);
      await expect(page.getByText(text('offline.lost'))).toBeVisible();
      await context.setOffline(false);
      await person.button('action.next').click();
      await expect(person.passwordField).toHaveValue('');

      await methods.reach('lee', 'sms');
      await methods.sendCode();
      await methods.codeField.fill('123456');
      await page.reload();
      await expect(methods.codeField).toHaveValue('');
    },
  },
  {
    phrases: {
      ko: ['SMS를 선택하고', '메일함, OTP 카드, YubiKey, 관리자도'],
      en: ['choose SMS', 'mailbox, OTP card, YubiKey and administrator'],
    },
    quoteCounts: { labels: 0, codes: 1, paths: 1 },
    async follow(fixtures, { codes, paths }) {
      expect(codes).toEqual(['lee']);
      await signInWith(fixtures, 'sms', readSentCode(fixtures, quoteAt(paths)));
      await signInWith(fixtures, 'internalMail', readSentCode(fixtures, '/mailbox/lee'));
      await signInWith(fixtures, 'otpCard', readCardCode(fixtures));
      await signInWith(fixtures, 'yubikey', readYubikeyCode(fixtures));
      await signInWith(fixtures, 'emergencyCode', readEmergencyCode(fixtures));
    },
  },
  {
    phrases: {
      ko: ['포털의 인증 앱이 열린 휴대폰', '포털에 나온 글자를 휴대폰에서'],
      en: ["the portal's own app", 'the characters that the portal shows'],
    },
    quoteCounts: { labels: 4, codes: 3, paths: 1 },
    async follow(fixtures, { labels, codes, paths }) {
      const userId = quoteAt(codes);
      const device = await openLabPage(fixtures, quoteAt(paths));
      const phone = device.frameLocator('iframe');
      await device.getByRole('combobox').selectOption(userId);
      await device.getByRole('button', { name: quoteAt(labels), exact: true }).click();
      await phone.getByRole('button', { name: quoteAt(labels, 1), exact: true }).click();
      await expect(phone.getByText(fixtures.text('phone.code', { userId }))).toBeVisible();
      expect(labels.slice(2)).toEqual([fixtures.text('title.method.10'), fixtures.text('push.request')]);
      const shownGroups = await requestPush(fixtures, userId);
      await phone.getByRole('button', { name: new RegExp(`^(${shownGroups.join('|')})$`) }).click();
      await fixtures.person.expectSignedIn(userId);
    },
  },
  {
    phrases: {
      ko: ['15초 안에 승인', '아이디도 필요 없어요'],
      en: ['within 15 seconds', 'sign in without an ID'],
    },
    quoteCounts: { labels: 1, codes: 1, paths: 2 },
    async follow(fixtures, { labels, codes, paths }) {
      const { page, person, lab, text } = fixtures;
      const userId = quoteAt(codes);
      const shownGroups = await requestPush(fixtures, userId);
      const phone = await openLabPage(fixtures, quoteAt(paths));
      const choices = await phone.locator('button[data-choice]').allInnerTexts();
      const choice = choices.find((each) => shownGroups.includes(each)) ?? '';
      await phone.getByRole('button', { name: choice, exact: true }).click();
      await person.expectSignedIn(userId);
      await person.signOut();

      await qrScreenOf(person, text).open();
      const buffer = await page.locator('canvas').screenshot();
      await phone.goto(`${lab}${quoteAt(paths)}`);
      await phone.getByRole('link', { name: quoteAt(labels), exact: true }).click();
      await phone
        .locator('input[type=file]')
        .setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer });
      const number = (await page.locator('main strong').textContent()) ?? '';
      await phone.getByRole('button', { name: number, exact: true }).click();
      await person.expectSignedIn(userId);
      await person.signOut();

      const authenticator = await addAuthenticator(page, lab);
      expect(quoteAt(paths, 1)).toBe('/passkey/lee');
      await authenticator.createPasskey('lee');
      await person.requestSignIn();
      await person.expectSignedIn('lee');
    },
  },
  {
    phrases: {
      ko: [
        '실험실 메일함으로 인증번호를 받거나 질문에 답해요',
        '제주도',
        '다섯 번 틀리면',
        '재설정하면 풀려요',
      ],
      en: ["a code to the lab's mailbox, or asks a question", '제주도', 'five wrong passwords', 'unlocks it'],
    },
    quoteCounts: { labels: 0, codes: 1, paths: 0 },
    async follow(fixtures, { codes }) {
      const { page, person, language, text } = fixtures;
      expect(codes).toEqual(['gil']);
      const field = (key: 'selfAuth.internalMail' | 'code.label' | 'questions.answer') =>
        page.getByLabel(text(key), { exact: true });
      await person.identify('gil');
      for (const failCount of [1, 2, 3, 4, 5]) {
        await person.enterPassword(WRONG_PASSWORD);
        const counts = { failCount, maxCount: 5 };
        const refusal =
          failCount < 5
            ? refusalText('001', language, counts)
            : refusalText('001_1', language, { ...counts, minutes: 30 });
        await expect(person.dialog).toContainText(refusal);
        await person.button('action.ok').click();
      }
      const passCheckByMail = async () => {
        await field('selfAuth.internalMail').fill('gil@hanbit.example');
        await person.button('action.next').click();
        await person.button('otp.send').click();
        await expect(person.button('otp.resend')).toBeVisible();
        const mailbox = await openLabPage(fixtures, '/mailbox/gil');
        await field('code.label').fill(await newestCodeIn(mailbox));
        await person.button('action.change').click();
      };
      await resetPassword(fixtures, 'selfAuth', passCheckByMail, NEW_PASSWORDS[0]);
      const passCheckByAnswer = async () => {
        await field('questions.answer').fill('제주도');
        await person.button('action.next').click();
      };
      await person.identify('gil');
      await resetPassword(fixtures, 'questions', passCheckByAnswer, NEW_PASSWORDS[1]);
    },
  },
  {
    phrases: { ko: ['오류나 HTML, 빈 응답'], en: ['an error, a page of HTML, or empty'] },
    quoteCounts: { labels: 0, codes: 0, paths: 1 },
    async follow(fixtures, { paths }) {
      const { page, person, text } = fixtures;
      const faults = await openLabPage(fixtures, quoteAt(paths));
      await person.openIdEntry();
      for (const [preset, sentence] of [
        ['serverError', 'Injected by the lab'],
        ['html', text('info.failure.trouble')],
        ['empty', text('info.failure.trouble')],
      ] as const) {
        await faults.locator('select[name=call]').selectOption('POST /auth/policy/check');
        await faults.locator('select[name=preset]').selectOption(preset);
        await faults.getByRole('main').getByRole('button').first().click();
        await expect(faults.getByRole('listitem')).toContainText(['/auth/policy/check']);
        await person.enterId('kim');
        await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
        await person.idField.fill('');
        await faults.reload();
        await expect(faults.getByRole('main').getByRole('listitem')).toHaveCount(0);
      }
      await person.enterId('kim');
      await expect(person.heading('title.password')).toBeVisible();
    },
  },
];

test('every step of “What to try” in the README has a test', ({ language }) => {
  expect(readmeSteps(language)).toHaveLength(STEP_TESTS.length);
});

for (const [index, { phrases, quoteCounts, follow }] of STEP_TESTS.entries()) {
  test(`step ${index + 1} of “What to try” in the README works as described`, async ({
    page,
    context,
    person,
    methods,
    lab,
    language,
    text,
  }) => {
    const step = readmeSteps(language)[index];
    if (!step) throw new Error(`The README has no step ${index + 1}`);
    for (const phrase of phrases[language]) expect(step.text).toContain(phrase);
    const { labels, codes, paths } = step;
    expect({ labels: labels.length, codes: codes.length, paths: paths.length }).toEqual(quoteCounts);
    await follow({ page, context, person, methods, lab, language, text }, step);
  });
}
