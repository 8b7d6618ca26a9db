import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cases } from '#cases/password/password.cases.ts';
import { loginParameters, rejected } from '#cases/samples.ts';
import {
  type PasswordEvent,
  type PasswordInput,
  passwordMachine,
} from '#machines/password/password.machine.ts';
import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import { PasswordView } from '#src/views/password/password.view.tsx';
import { describeWalk, expectAnnouncedAgain, openFlow, type Page, textIn } from '#tests/support/views.tsx';
import { GATE, input } from './input.ts';

const [SECRET] = cases.secrets;

const field = ({ text }: Pick<Page, 'text'>) =>
  screen.getByLabelText<HTMLInputElement>(text('password.label'));

const submitName = ({ text }: Page, mode: unknown) => text(mode === 'gate' ? 'action.next' : 'action.login');

describeWalk(passwordMachine, PasswordView, {
  inputs: {
    'the password is one of several methods': input({ hasOtherMethods: true }),
    'the password opens the other methods': input(GATE),
    'the password is the first of two steps': input({ login: loginParameters({ step: 'first' }) }),
  },
  ...cases,
  gestures: {
    'password.submitted': async (page, event, language) => {
      const { password } = event as Extract<PasswordEvent, { type: 'password.submitted' }>;
      await page.user.clear(field(page));
      if (password !== '') await page.user.type(field(page), password);
      if (language === 'ko') await page.user.click(document.querySelector('[type=submit]') as HTMLElement);
      else await page.user.type(field(page), '{Enter}');
    },
    'password.edited': (page) => page.user.type(field(page), 'x'),
    'boxes.changed': (page) => page.user.click(screen.getByRole('checkbox')),
    'password.back': (page) => page.press('action.previous'),
    'method.change': (page) => page.press('password.other'),
  },
  shows: {
    entering: (page, { context }) => {
      expect(page.heading()).toBe(page.text('title.password'));
      const box = screen.queryByRole<HTMLInputElement>('checkbox');
      expect([field(page), box]).toContain(document.activeElement);
      expect(screen.queryByRole('dialog')).toBeNull();
      const error = context.problem ? page.text('info.enter.pw') : '';
      expect(screen.getByRole('alert').textContent).toBe(error);
      expect(field(page).getAttribute('aria-invalid')).toBe(context.problem ? 'true' : null);
      expect(screen.queryByText(page.text('password.other')) !== null).toBe(context.hasOtherMethods);
      expect(box?.checked).toBe(context.boxes?.always);
    },
    proving: (page, { context }) => expectBusy(page, context.mode),
    'loggingIn.first': (page, { context }) => expectBusy(page, context.mode),
    'loggingIn.completing': (page, { context }) => expectBusy(page, context.mode),
    refused: (page) => {
      expect(screen.getByRole('dialog', { name: page.text('failure.title') })).toBeTruthy();
    },
  },
  accepts: (snapshot, { type }) => type !== 'boxes.changed' || snapshot.matches('entering'),
  transitionsOutsideView: [],
});

function expectBusy(page: Page, mode: unknown): void {
  const submit = screen.getByRole('button', { name: submitName(page, mode) });
  expect(submit.getAttribute('aria-busy')).toBe('true');
  expect(field(page).readOnly).toBe(true);
  expect(field(page).value).toBe(SECRET);
  expect(screen.getByText(page.text('password.checking'))).toBeTruthy();
}

const open = (changes: Partial<PasswordInput> = {}, language: 'ko' | 'en' = 'ko') =>
  openFlow(passwordMachine, PasswordView, input(changes), { language });

it('a double click sends the password once', async () => {
  const page = await open();
  await page.user.type(field(page), SECRET);
  await page.user.dblClick(screen.getByRole('button', { name: page.text('action.login') }));
  expect(page.ports.logIn.calls.map(({ input: { secret } }) => secret)).toEqual([SECRET]);
});

it('pressing Enter twice sends the password once', async () => {
  const page = await open();
  await page.user.type(field(page), `${SECRET}{Enter}{Enter}`);
  expect(page.ports.logIn.calls).toHaveLength(1);
});

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'the Enter that ends a composition sends nothing (%o)',
  async (properties) => {
    const page = await open();
    await page.user.type(field(page), 'ㅎㅏ');
    const isNotPrevented = fireEvent.keyDown(field(page), { key: 'Enter', ...properties });
    expect(isNotPrevented).toBe(false);
    expect(page.ports.logIn.calls).toHaveLength(0);
  },
);

it('the password stays in the field after a lost answer', async () => {
  const page = await open();
  await page.user.type(field(page), `${SECRET}{Enter}`);
  await act(() => page.ports.logIn.answer(failed(UNREACHABLE)));
  await page.press('action.ok');
  expect(field(page).value).toBe(SECRET);
  expect(document.activeElement).toBe(field(page));
});

it.each(['ko', 'en'] as const)('a wrong password shows the remaining attempts in %s', async (language) => {
  const page = await open({}, language);
  await page.user.type(field(page), 'wrong{Enter}');
  const details = { failCount: 2, maxCount: 5 };
  await act(() => page.ports.logIn.answer(failed({ ...rejected('001', 401), details } as never)));
  expect(screen.getByRole('dialog').textContent).toContain(
    page.text('error.auth_error_001', { remaining: 3 }),
  );
});

it('the message of the server for a refused login is shown as plain text', async () => {
  const page = await open();
  await page.user.type(field(page), 'wrong{Enter}');
  await act(() => page.ports.logIn.answer(failed(rejected('001', 400, '<b>아니요</b>'))));
  expect(screen.getByRole('dialog').textContent).toContain('<b>아니요</b>');
});

it('a change of the language during the login keeps the typed password', async () => {
  const page = await open();
  await page.user.type(field(page), `${SECRET}{Enter}`);
  await act(() => page.portal.send({ type: 'language.chosen', locale: 'en' }));
  const english = textIn('en');
  expect(await screen.findByRole('heading', { name: english('title.password') })).toBeTruthy();
  expect(field({ text: english }).value).toBe(SECRET);
  expect(page.ports.logIn.calls).toHaveLength(1);
  expect(page.ports.logIn.isWaiting()).toBe(true);
});

it('the box is checked for a person whose default method is the password', async () => {
  await open({ boxes: { always: true, alwaysSend: false } });
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});

it('every empty submit requests the password again', async () => {
  const page = await open();
  await expectAnnouncedAgain(page, field(page), 'info.enter.pw');
});
