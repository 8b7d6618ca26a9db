import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cases } from '#cases/password-setup/password-setup.cases.ts';
import { rejected } from '#cases/samples.ts';
import { passwordSetupMachine } from '#machines/password-setup/password-setup.machine.ts';
import type { PasswordProblem, PasswordSetupEvent } from '#machines/password-setup/password-setup.setup.ts';
import { failed, success } from '#machines/shared/result.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { PasswordSetupView } from '#src/views/password-setup/password-setup.view.tsx';
import { describeWalk, openFlow, type Page } from '#tests/support/views.tsx';
import type { PasswordStrength } from '#wire/password-rules.ts';

const newPasswordField = ({ text }: Page) =>
  screen.getByLabelText<HTMLInputElement>(text('passwordSetup.new'));
const confirmationField = ({ text }: Page) =>
  screen.getByLabelText<HTMLInputElement>(text('passwordSetup.confirm'));

const MESSAGES: Readonly<Record<PasswordProblem, MessageKey>> = {
  empty: 'info.enter.pw',
  unconfirmed: 'info.enter.pw',
  different: 'info.portal.user.change.failure.different',
  tooLong: 'passwordSetup.tooLong',
  invalid: 'info.portal.user.change.failure.invalid',
  inUse: 'info.portal.user.change.failure.using',
};

const alertText = (): string =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');

async function type(page: Page, password: string, confirmation: string): Promise<void> {
  for (const [field, text] of [
    [newPasswordField(page), password],
    [confirmationField(page), confirmation],
  ] as const) {
    await page.user.clear(field);
    if (text !== '') await page.user.type(field, text);
  }
}

function expectBusy(page: Page): void {
  expect([newPasswordField(page).readOnly, confirmationField(page).readOnly]).toEqual([true, true]);
  expect(screen.getByText(page.text('passwordSetup.saving'))).toBeTruthy();
}

const input = { userId: 'kim', token: 'token', type: 'change', reuseLimit: 3 } as const;

describeWalk(passwordSetupMachine, PasswordSetupView, {
  inputs: {
    'a password is changed': input,
    'a password is created': { ...input, type: 'create', reuseLimit: 0 },
  },
  ...cases,
  gestures: {
    'password.submitted': async (page, event, language) => {
      const { password, confirmation } = event as Extract<PasswordSetupEvent, { type: 'password.submitted' }>;
      await type(page, password, confirmation);
      if (language === 'ko') await page.press('action.save');
      else await page.user.type(confirmationField(page), '{Enter}');
    },
    'password.edited': (page) => page.user.type(newPasswordField(page), 'x'),
    'step.back': (page) => page.press('action.previous'),
  },
  shows: {
    preparing: (page) => {
      expect(screen.getByText(page.text('passwordSetup.preparing'))).toBeTruthy();
    },
    entering: (page, { context }) => {
      expect(page.heading()).toBe(
        page.text(context.type === 'create' ? 'title.passwordCreate' : 'title.passwordChange'),
      );
      expect([newPasswordField(page).autocomplete, confirmationField(page).autocomplete]).toEqual([
        'new-password',
        'new-password',
      ]);
      const userName = document.querySelector<HTMLInputElement>('input[autocomplete=username]');
      expect([userName?.value, userName?.readOnly]).toEqual(['kim', true]);
      if (context.problem) expect(alertText()).toBe(page.text(MESSAGES[context.problem as PasswordProblem]));
      else expect(alertText() !== '').toBe(context.failure !== null);
      if (context.failure?.kind === 'unreachable')
        expect(alertText()).toBe(page.text('passwordSetup.unanswered'));
    },
    comparing: expectBusy,
    saving: expectBusy,
  },
});

const open = async (strength: PasswordStrength = { level: 3, twoKinds: false }) => {
  const page = await openFlow(passwordSetupMachine, PasswordSetupView, input);
  await page.ports.fetchLevel.answer(success(strength));
  return page;
};

/** For each rule on the screen, whether it is shown as followed. */
const followedRules = ({ text }: Page): readonly boolean[] =>
  screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.includes(text('passwordSetup.kept')) && textContent[0] === '✓');

it('each rule of the level shows whether the typed password follows it', async () => {
  const page = await open();
  expect(followedRules(page)).toEqual([false, false, false, false, false]);
  await page.user.type(newPasswordField(page), 'sunrise');
  expect(followedRules(page)).toEqual([false, true, false, false, true]);
  await page.user.type(newPasswordField(page), '!27-hill');
  expect(followedRules(page)).toEqual([true, true, true, true, true]);
  expect(screen.queryByText(page.text('passwordSetup.missing'))).toBeNull();
});

it('the rule of ten characters of two kinds shows whether the typed password follows it', async () => {
  const page = await open({ level: 1, twoKinds: true });

  expect(screen.getByText(page.text('passwordSetup.rule.length', { count: 10 }))).toBeTruthy();
  await page.user.type(newPasswordField(page), 'sunrisehill');
  expect(followedRules(page)).toEqual([true, false]);
  await page.user.type(newPasswordField(page), '!');
  expect(followedRules(page)).toEqual([true, true]);
});

it('a password that is too long is refused with the maximum length', async () => {
  const page = await open();
  const long = `Sunrise!27-${'x'.repeat(246)}`;
  for (const field of [newPasswordField(page), confirmationField(page)]) {
    await page.user.click(field);
    await page.user.paste(long);
  }
  await page.press('action.save');
  expect(alertText()).toBe(page.text('passwordSetup.tooLong', { count: 256 }));
  expect(page.ports.checkInUse.calls).toHaveLength(0);
});

it('both fields are cleared when the password has only blanks', async () => {
  const page = await open();
  await type(page, '  ', 'x');
  await page.press('action.save');
  expect([newPasswordField(page).value, confirmationField(page).value]).toEqual(['', '']);
  expect(document.activeElement).toBe(newPasswordField(page));
});

it('a pasted password is accepted', async () => {
  const page = await open();
  await page.user.click(newPasswordField(page));
  await page.user.paste('Sunrise!27-hill');
  await page.user.click(confirmationField(page));
  await page.user.paste('Sunrise!27-hill');
  await page.press('action.save');
  expect(page.ports.checkInUse.waiting().input).toMatchObject({ password: 'Sunrise!27-hill' });
});

it.each(['ko', 'en'] as const)(
  'a password that was used before is refused without a number when the limit is unknown, in %s',
  async (language) => {
    const page = await openFlow(
      passwordSetupMachine,
      PasswordSetupView,
      { ...input, reuseLimit: 0 },
      { language },
    );
    await page.ports.fetchLevel.answer(success({ level: 3, twoKinds: false }));
    await type(page, 'Sunrise!27-hill', 'Sunrise!27-hill');
    await page.press('action.save');
    await act(() => page.ports.checkInUse.answer(success(false)));
    await act(() => page.ports.savePassword.answer(failed(rejected('error1203'))));
    expect(alertText()).toMatch(
      language === 'ko' ? /^최근에 사용한 비밀번호예요/ : /^You have used this password before/,
    );
  },
);

it('the two buttons that show a password have different names', async () => {
  const page = await open();
  const toggles = [...document.querySelectorAll<HTMLButtonElement>('form button[title]')].map(
    ({ title }) => title,
  );
  expect(toggles).toEqual(
    (['passwordSetup.new', 'passwordSetup.confirm'] as const).map((key) =>
      page.text('password.showOf', { field: page.text(key) }),
    ),
  );
});
