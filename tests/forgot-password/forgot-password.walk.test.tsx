import '#tests/support/scripted/password-steps.ts';
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { cases } from '#cases/forgot-password/forgot-password.cases.ts';
import { forgotPasswordMachine } from '#machines/forgot-password/forgot-password.machine.ts';
import { ForgotPasswordView } from '#src/views/forgot-password/forgot-password.view.tsx';
import { expectIdEntry, expectScriptedStep, GESTURES } from '#tests/support/password-flow.ts';
import { describeWalk } from '#tests/support/views.tsx';
import { decisiveValues, INPUTS } from './input.ts';

describeWalk(forgotPasswordMachine, ForgotPasswordView, {
  inputs: INPUTS,
  ...cases,
  // The history requests steps, which tests/portal/password-steps.walk.test.tsx checks.
  accepts: (_, { type }) => type !== 'step.requested',
  transitionsOutsideView: [
    'forgot-password.identity: step.requested/leavesProof [0] --> (stays)',
    'forgot-password.answering: step.requested/leavesProof [0] --> (stays)',
    'forgot-password.setup: step.requested/leavesProof [0] --> (stays)',
  ],
  project: decisiveValues,
  gestures: GESTURES,
  shows: {
    entering: (page, { context: { problem, failure, hasRestarted } }) => {
      expectIdEntry(page, 'title.forgot', false);
      expect(screen.queryByText(page.text('passwordFlow.restarted')) !== null).toBe(hasRestarted);
      const alert = screen.getByRole('alert').textContent;
      if (problem) expect(alert).toBe(page.text('info.enter.id'));
      else expect(alert !== '').toBe(failure !== null);
    },
    identifying: (page) => expectIdEntry(page, 'title.forgot', true),
    preparing: (page) => expectIdEntry(page, 'title.forgot', true),
    forbidden: (page) => {
      expect(screen.getByText(page.text('forgot.forbidden'))).toBeTruthy();
      expect(screen.getAllByRole('button')).toHaveLength(1);
    },
    selecting: () => {
      expect(screen.getAllByRole('radio')).toHaveLength(2);
    },
    identity: expectScriptedStep,
    answering: expectScriptedStep,
    setup: expectScriptedStep,
  },
});
