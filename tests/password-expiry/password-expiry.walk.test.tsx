import { screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { cases } from '#cases/password-expiry/password-expiry.cases.ts';
import {
  type PasswordExpiryInput,
  passwordExpiryMachine,
} from '#machines/password-expiry/password-expiry.machine.ts';
import { PasswordExpiryView } from '#src/views/password-expiry/password-expiry.view.tsx';
import { expectStep } from '#tests/support/password-flow.ts';
import { describeWalk } from '#tests/support/views.tsx';

/** The steps of the flow have walks of their own: here each is scripted. */
const { scriptable } = await vi.hoisted(() => import('#tests/support/scripted.tsx'));
vi.mock('#src/views/password-setup/password-setup.view.tsx', (original) =>
  scriptable(original, 'PasswordSetupView', true),
);

const INPUT: PasswordExpiryInput = {
  userId: 'kim',
  clientId: 'demo',
  token: 'token',
  why: 'expired',
  expiredDay: '2026-01-31',
};

describeWalk(passwordExpiryMachine, PasswordExpiryView, {
  inputs: { 'an expired password': INPUT },
  ...cases,
  presses: {},
  shows: {
    preparing: (page) => {
      expect(page.heading()).toBe(page.say('title.passwordChange'));
      expect(screen.getByText(page.say('passwordSetup.preparing'))).toBeTruthy();
    },
    setup: expectStep,
  },
});
