import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FAILURES, loginParameters, loginResult, methodInput, rejected } from '#cases/samples.ts';
import { type EmergencyEvent, emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { EmergencyView } from '#src/views/emergency/emergency.view.tsx';
import { describeWalk, expectAnnouncedAgain, openFlow, type Page } from '#tests/support/views.tsx';

const CODE = 'A1B2C3';
const field = ({ text }: Pick<Page, 'text'>) =>
  screen.getByLabelText<HTMLInputElement>(text('emergency.label'));

function expectChecking(page: Page): void {
  expect(screen.getByText(page.text('code.checking'))).toBeTruthy();
  expect(field(page).disabled).toBe(true);
  expect(field(page).value).toBe(CODE);
}

const LOGIN_ANSWERS = [success(loginResult()), failed(rejected('016')), ...FAILURES];

describeWalk(emergencyMachine, EmergencyView, {
  inputs: {
    'one of several methods': methodInput(),
    'the first of two steps, and the only method': methodInput({
      login: loginParameters({ step: 'first' }),
      hasOtherMethods: false,
    }),
  },
  events: [
    { type: 'code.submitted', code: '' },
    { type: 'code.submitted', code: CODE },
    { type: 'code.edited' },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: { logIn: LOGIN_ANSWERS, proveFirst: LOGIN_ANSWERS },
  secrets: [CODE],
  gestures: {
    'code.submitted': async (page, event, language) => {
      const { code } = event as Extract<EmergencyEvent, { type: 'code.submitted' }>;
      await page.user.clear(field(page));
      if (code !== '') await page.user.type(field(page), code);
      if (language === 'ko') await page.press('action.login');
      else await page.user.type(field(page), '{Enter}');
    },
    'code.edited': (page) => page.user.type(field(page), '1'),
  },
  shows: {
    entering: (page, { context }) => {
      expect(page.heading()).toBe(page.text('title.method.0'));
      expect(screen.getByText('kim')).toBeTruthy();
      expect(document.activeElement).toBe(field(page));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.getByRole('alert').textContent).toBe(
        context.problem ? page.text('info.enter.otp.alert') : '',
      );
      expect(screen.queryByText(page.text('method.change')) !== null).toBe(context.hasOtherMethods);
    },
    'checking.first': expectChecking,
    'checking.completing': expectChecking,
    refused: (page) => {
      expect(screen.getByRole('dialog', { name: page.text('failure.title') })).toBeTruthy();
    },
  },
  transitionsOutsideView: ['emergency: boxes.changed/hasBoxes [0] --> (stays)'],
});

it('the field supports autofill, and removes spaces from a pasted code', async () => {
  const page = await openFlow(emergencyMachine, EmergencyView, methodInput());
  expect(field(page).autocomplete).toBe('one-time-code');
  await page.user.click(field(page));
  await page.user.paste(' A1 B2 C3 ');
  expect(field(page).value).toBe(CODE);
  await page.press('action.login');
  expect(page.ports.logIn.waiting().input).toMatchObject({ userId: 'kim', secret: CODE });
});

it.each(['ko', 'en'] as const)('a refused code shows the reason in %s', async (language) => {
  const input = methodInput();
  const page = await openFlow(emergencyMachine, EmergencyView, input, { language });
  await page.user.type(field(page), `${CODE}{Enter}`);
  await act(() => page.ports.logIn.answer(failed(rejected('002_3', 401))));
  expect(screen.getByRole('dialog').textContent).toContain(page.text('error.auth_error_002_3'));
});

it.each([
  ['malformed', failed({ kind: 'malformed', status: 502 }), 'info.failure.trouble'],
  ['refused for an unknown reason', failed(rejected('', 400)), 'info.failure.emergency'],
] as const)('a failure has its own text when the answer is %s', async (_name, answer, key) => {
  const page = await openFlow(emergencyMachine, EmergencyView, methodInput());
  await page.user.type(field(page), `${CODE}{Enter}`);
  await act(() => page.ports.logIn.answer(answer));
  expect(screen.getByRole('dialog').textContent).toContain(page.text(key));
});

it('every empty submit requests the code again', async () => {
  const page = await openFlow(emergencyMachine, EmergencyView, methodInput());
  await expectAnnouncedAgain(page, field(page), 'info.enter.otp.alert');
});
