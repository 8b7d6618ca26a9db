import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { devicesAt } from '#tests/support/e2e/devices.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { tabTo } from '#tests/support/e2e/keyboard.ts';
import {
  field,
  NEW_PASSWORD,
  openReset,
  type PasswordFixtures,
  passIdentityCheck,
  passIdentityCheckByMail,
  saveNewPassword,
} from '#tests/support/e2e/password-reset.ts';

/** Each test of the same person sets a different password, since the current password cannot be chosen. */
const SECOND_PASSWORD = 'Moonrise!31-lake';
const THIRD_PASSWORD = 'Noonlight!38-sea';

const test = base.extend<{ readonly fixtures: PasswordFixtures }>({
  fixtures: async ({ page, person, text, lab }, use) => use({ page, person, text, lab }),
});

/** A separate server, since the tests change passwords. */
test.use({ configFile: {} });

test('a forgotten password is reset with a code by SMS, also after a lost network', async ({
  page,
  person,
  text,
  lab,
  context,
  fixtures,
}) => {
  await openReset(fixtures, 'eom');
  await passIdentityCheck(fixtures, 'sms', 'eom', '010-4000-1121', 'action.change');
  await expect(field(fixtures, 'passwordSetup.new')).toBeVisible();
  await context.setOffline(true);
  await saveNewPassword(fixtures);
  await expect(page.getByText(text('passwordSetup.unanswered'))).toBeVisible();
  await context.setOffline(false);
  await person.button('action.save').click();
  await expect(page.getByText(text('remark.passwordReset'))).toBeVisible();
  await expect(page).toHaveURL('/first');
  await page.goBack();
  await expect(page).toHaveURL('/first/auth?type=pw');
  await person.enterPassword(NEW_PASSWORD);
  await person.expectSignedIn('eom', lab);
});

test('the password reset refers a person with neither a contact nor a question to the administrator', async ({
  page,
  text,
  person,
  fixtures,
}) => {
  await openReset(fixtures, 'ha');
  await expect(page.getByText(text('forgot.forbidden'))).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await person.button('action.previous').click();
  await expect(person.heading('title.password')).toBeVisible();
});

test('a forgotten password is reset with a code by mail, and a security notice is sent', async ({
  page,
  person,
  text,
  lab,
  fixtures,
}) => {
  await page.goto(`${lab}/board/login`);
  await person.enterId('son');
  await page.getByRole('button', { name: text('password.forgot') }).click();
  await passIdentityCheckByMail(fixtures, 'son', 'son@hanbit.example', 'action.change');
  await expect(page.getByRole('list', { name: text('passwordSetup.rules') })).toContainText(
    text('passwordSetup.rule.length', { count: 4 }),
  );
  await saveNewPassword(fixtures, 'Munjigi!25');
  await expect(page.getByText(text('info.portal.user.change.failure.overlap', { count: 3 }))).toBeVisible();
  await saveNewPassword(fixtures, 'four');
  await expect(page.getByText(text('remark.passwordReset'))).toBeVisible();
  const { messages } = await (await fetch(`${lab}/messages?userId=son&channel=inmail`)).json();
  expect(messages.some((mail: { text: string }) => mail.text.includes('비밀번호를 변경했어요'))).toBe(true);
  await person.enterId('son');
  await person.enterPassword('four');
  await page.waitForURL(`${lab}/board`);
});

test('a forgotten password is reset with an answer, using only the keyboard', async ({
  page,
  person,
  text,
  lab,
  fixtures,
}) => {
  const enter = async (value: string) => {
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
  };
  const choosePassword = async (password: string, confirmation: string) => {
    await field(fixtures, 'passwordSetup.new').press('Control+a');
    await page.keyboard.type(password);
    await tabTo(page, field(fixtures, 'passwordSetup.confirm'));
    await page.keyboard.press('Control+a');
    await enter(confirmation);
  };
  await page.setViewportSize({ width: 1366, height: 625 });
  await person.identify('gil');
  await tabTo(page, page.getByRole('button', { name: text('password.forgot') }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/password/forgot');
  await expect(page.getByRole('heading', { name: text('title.passwordChange') })).toBeFocused();
  await tabTo(page, page.getByLabel(text('methodSelect.selfAuth')));
  await page.keyboard.press('ArrowDown');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(field(fixtures, 'questions.answer')).toBeFocused();
  await enter('서울');
  await expect(page.getByText(text('explanation.QnA.failure.notMatch'))).toBeVisible();
  await expect(field(fixtures, 'questions.answer')).toBeFocused();
  await enter('제주도');
  await expect(field(fixtures, 'passwordSetup.new')).toBeFocused();
  await page.setViewportSize({ width: 320, height: 720 });
  await choosePassword('short', 'short');
  await expect(page.getByText(text('info.portal.user.change.failure.invalid'))).toBeVisible();
  await expect(field(fixtures, 'passwordSetup.new')).toBeFocused();
  await expectAccessible(page);
  await choosePassword(NEW_PASSWORD, NEW_PASSWORD);
  await expect(page).toHaveURL('/first');
  await person.enterId('gil');
  await person.enterPassword(NEW_PASSWORD);
  await person.expectSignedIn('gil', lab);
});

test('a password link creates a password after an identity check, and works once', async ({
  page,
  person,
  text,
  lab,
  fixtures,
}) => {
  const link = await devicesAt(lab).issuePasswordLink('bong', 'create');
  await page.goto(link);
  await person.enterId('kim');
  await expect(page.getByText(text('explanation.enterID.failure.invalid'))).toBeVisible();
  await person.enterId('bong');
  await expect(person.heading('title.selfAuth')).toBeVisible();
  await person.button('action.next').click();
  await expect(page.getByText(text('info.enter.user'))).toBeVisible();
  await field(fixtures, 'selfAuth.phone').fill('010-0000-0000');
  await person.button('action.next').click();
  await expect(page.getByText(text('info.failure.noMatch'))).toBeVisible();
  await passIdentityCheckByMail(fixtures, 'bong', 'bong@hanbit.example', 'action.create');
  await field(fixtures, 'questions.answer').fill('어린 왕자');
  await person.button('action.next').click();
  await expect(person.heading('title.passwordCreate')).toBeVisible();
  await saveNewPassword(fixtures);
  await expect(page.getByText(text('remark.passwordSaved'))).toBeVisible();
  await expect(person.idField).toHaveValue('bong');
  await person.button('action.next').click();
  await person.enterPassword(NEW_PASSWORD);
  await person.expectSignedIn('bong', lab);
  await page.goto(link);
  await person.enterId('bong');
  await expect(page.getByText(text('explanation.enterID.failure.used'))).toBeVisible();
  await person.button('urlPassword.leave').click();
  await expect(person.heading('title.signedIn')).toBeVisible();
});

test('a password link changes a password after a code by mail, also after Back and a reload', async ({
  page,
  person,
  text,
  lab,
  fixtures,
}) => {
  const passCheck = async () => {
    await page.getByLabel(text('methodSelect.selfAuth')).check();
    await person.button('action.next').click();
    await passIdentityCheckByMail(fixtures, 'gil', 'gil@hanbit.example', 'action.change');
    await expect(field(fixtures, 'passwordSetup.new')).toBeVisible();
  };
  await page.goto(await devicesAt(lab).issuePasswordLink('gil', 'change'));
  await person.enterId('gil');
  await passCheck();
  await page.goBack();
  await expect(page.getByLabel(text('methodSelect.selfAuth'))).toBeVisible();
  await passCheck();
  await page.reload();
  await expect(person.heading('title.enterId')).toBeVisible();
  await person.enterId('gil');
  await passCheck();
  await saveNewPassword(fixtures, SECOND_PASSWORD);
  await expect(person.heading('title.identity')).toBeVisible();
  await person.enterId('gil');
  await person.enterPassword(SECOND_PASSWORD);
  await person.expectSignedIn('gil', lab);
});

test('a password link that was used in a second browser is refused in the first browser', async ({
  page,
  person,
  text,
  lab,
  portal,
  browser,
  locale,
  personOf,
  fixtures,
}) => {
  const link = await devicesAt(lab).issuePasswordLink('gil', 'change');
  const openLink = async (opened: PasswordFixtures) => {
    await opened.page.goto(link);
    await opened.person.enterId('gil');
    await opened.page.getByLabel(text('methodSelect.questions')).check();
    await opened.person.button('action.next').click();
    await field(opened, 'questions.answer').fill('제주도');
    await opened.person.button('action.next').click();
    await expect(field(opened, 'passwordSetup.new')).toBeVisible();
  };
  await openLink(fixtures);
  const otherContext = await browser.newContext({ locale: locale ?? 'ko-KR', baseURL: portal });
  const otherPage = await otherContext.newPage();
  const otherFixtures = { page: otherPage, person: personOf(otherPage), text, lab };
  await openLink(otherFixtures);
  await saveNewPassword(otherFixtures, THIRD_PASSWORD);
  await expect(otherFixtures.person.heading('title.identity')).toBeVisible();
  await otherContext.close();
  await saveNewPassword(fixtures, 'Daybreak!45-road');
  await expect(page.getByText(text('passwordFlow.restarted'))).toBeVisible();
  await person.button('action.next').click();
  await expect(page.getByText(text('explanation.enterID.failure.used'))).toBeVisible();
});
