import '#tests/support/scripted/password-steps.ts';
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { cases } from '#cases/password-expiry/password-expiry.cases.ts';
import {
  type PasswordExpiryInput,
  passwordExpiryMachine,
} from '#machines/password-expiry/password-expiry.machine.ts';
import { PasswordExpiryView } from '#src/views/password-expiry/password-expiry.view.tsx';
import { expectScriptedStep } from '#tests/support/password-flow.ts';
import { describeWalk } from '#tests/support/views.tsx';

const INPUT: PasswordExpiryInput = {
  userId: 'kim',
  clientId: 'demo',
  token: 'token',
  reason: 'expired',
  expiredDay: '2026-01-31',
};

describeWalk(passwordExpiryMachine, PasswordExpiryView, {
  inputs: { 'an expired password': INPUT },
  ...cases,
  gestures: {},
  shows: {
    preparing: (page) => {
      expect(page.heading()).toBe(page.text('title.passwordChange'));
      expect(screen.getByText(page.text('passwordSetup.preparing'))).toBeTruthy();
    },
    setup: expectScriptedStep,
  },
});
