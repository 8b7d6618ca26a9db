import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { CREATION_REQUEST, cases } from '#cases/register-passkey/register-passkey.cases.ts';
import { rejected } from '#cases/samples.ts';
import { registerPasskeyMachine } from '#machines/register-passkey/register-passkey.machine.ts';
import type { RegisterPasskeyEvent } from '#machines/register-passkey/register-passkey.setup.ts';
import { failed, success } from '#machines/shared/result.ts';
import { RegisterPasskeyView } from '#src/views/register-passkey/register-passkey.view.tsx';
import { PROOF_REFUSALS, SERVER_ERROR } from '#tests/support/refusals.ts';
import { describeWalk, type Page } from '#tests/support/views.tsx';

const INPUT = { userId: 'kim', token: 'token-1', clientId: 'demo', isSupported: true };
const NAME_IN_USE = failed(rejected('nameTaken', 409));

const field = ({ text }: Page) => screen.getByLabelText<HTMLInputElement>(text('factor.name'));

const expectBusyWith =
  (message: 'registration.checking' | 'registerPasskey.making') =>
  (page: Page): void => {
    expect(field(page).readOnly).toBe(true);
    expect(screen.getAllByText(page.text(message))).toHaveLength(1);
  };
const expectChecking = expectBusyWith('registration.checking');

describeWalk(registerPasskeyMachine, RegisterPasskeyView, {
  inputs: {
    'a browser with passkeys': INPUT,
    'a browser without passkeys': { ...INPUT, isSupported: false },
  },
  ...cases,
  answers: {
    checkName: [success({}), NAME_IN_USE, ...PROOF_REFUSALS, SERVER_ERROR],
    startCreation: [success(CREATION_REQUEST), NAME_IN_USE, ...PROOF_REFUSALS, SERVER_ERROR],
    createPasskey: [
      { kind: 'created', credential: { id: 'created' } },
      { kind: 'cancelled' },
      { kind: 'alreadyRegistered' },
      { kind: 'failed' },
    ],
    finishCreation: [success({}), NAME_IN_USE, ...PROOF_REFUSALS, SERVER_ERROR],
  },
  accepts: ({ context }, { type }) => type !== 'name.submitted' || context.isSupported,
  gestures: {
    'name.submitted': async (page, event, language) => {
      const { name } = event as Extract<RegisterPasskeyEvent, { type: 'name.submitted' }>;
      await page.user.clear(field(page));
      if (name.trim() !== '') await page.user.type(field(page), name);
      if (language === 'ko') await page.press('action.register');
      else await page.user.type(field(page), '{Enter}');
    },
    'name.edited': (page) => page.user.type(field(page), 'x'),
    'registration.back': (page) => page.press('action.previous'),
  },
  shows: {
    naming: (page, { context }) => {
      expect(page.heading()).toBe(page.text('title.registration.12'));
      if (context.problem) expect(screen.getByRole('alert').textContent).toBe(page.text(context.problem));
      const register = screen.getByRole<HTMLButtonElement>('button', { name: page.text('action.register') });
      expect(register.disabled).toBe(!context.isSupported);
      expect(screen.queryByText(page.text('passkey.missing')) !== null).toBe(!context.isSupported);
      expect(document.querySelector('[data-tone="warning"]') !== null).toBe(!context.isSupported);
      for (const hint of ['cancelled', 'alreadyRegistered'] as const) {
        expect(screen.queryByText(page.text(`registerPasskey.${hint}`)) !== null).toBe(context.hint === hint);
      }
    },
    checking: expectChecking,
    starting: expectChecking,
    creating: expectBusyWith('registerPasskey.making'),
    finishing: expectChecking,
    refused: (page) => {
      expect(screen.getByRole('dialog', { name: page.text('registration.failed') })).toBeTruthy();
      expect(field(page).value).not.toBe('');
    },
  },
});
