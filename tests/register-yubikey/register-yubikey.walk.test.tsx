import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { cases, YUBIKEY_OTP } from '#cases/register-yubikey/register-yubikey.cases.ts';
import { rejected } from '#cases/samples.ts';
import {
  type RegisterYubikeyEvent,
  registerYubikeyMachine,
} from '#machines/register-yubikey/register-yubikey.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { RegisterYubikeyView } from '#src/views/register-yubikey/register-yubikey.view.tsx';
import { PROOF_REFUSALS } from '#tests/support/refusals.ts';
import { describeWalk, type Page } from '#tests/support/views.tsx';

const field = ({ text }: Page) => screen.getByLabelText<HTMLInputElement>(text('code.labelYubikey'));

describeWalk(registerYubikeyMachine, RegisterYubikeyView, {
  inputs: { 'a key': { userId: 'kim', token: 'token-1' } },
  ...cases,
  answers: {
    mapKey: [success({}), ...PROOF_REFUSALS, failed(rejected('keyTaken', 409))],
  },
  gestures: {
    'code.submitted': async (page, event, language) => {
      const { code } = event as Extract<RegisterYubikeyEvent, { type: 'code.submitted' }>;
      await page.user.clear(field(page));
      await page.user.type(field(page), code);
      // A Yubikey types Enter after its code.
      if (language === 'ko') await page.press('action.register');
      else await page.user.type(field(page), '{Enter}');
    },
    'code.edited': (page) => page.user.type(field(page), 'c'),
    'registration.back': (page) => page.press('action.previous'),
  },
  shows: {
    entering: (page, { context }) => {
      expect(page.heading()).toBe(page.text('title.registration.8'));
      const alert = screen.queryByText(page.text('info.yubikey.invalid'));
      expect(alert !== null).toBe(context.problem !== null);
    },
    mapping: (page) => {
      expect(screen.getByText(page.text('code.checking'))).toBeTruthy();
      expect(field(page).value).toBe(YUBIKEY_OTP);
    },
    refused: (page, { context }) => {
      const dialog = screen.getByRole('dialog', { name: page.text('registration.failed') });
      const isTaken = context.failure?.kind === 'rejected' && context.failure.code === 'keyTaken';
      expect(dialog.textContent).toContain(
        page.text(isTaken ? 'info.yubikey.failure.taken' : 'info.yubikey.failure'),
      );
    },
  },
});
