import '#tests/support/scripted/password-steps.ts';
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { cases } from '#cases/url-password/url-password.cases.ts';
import { urlPasswordMachine } from '#machines/url-password/url-password.machine.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { UrlPasswordView } from '#src/views/url-password/url-password.view.tsx';
import { expectIdEntry, expectScriptedStep, GESTURES } from '#tests/support/password-flow.ts';
import { describeWalk, type Page } from '#tests/support/views.tsx';
import { decisiveValues, INPUTS } from './input.ts';

const REPLACE = 'urlPassword.replaceAnswer';

const expectEnding = (page: Page): void => {
  expect(page.heading()).toBe(page.text('title.passwordSaved'));
  expect(screen.getByText(page.text('urlPassword.ending'))).toBeTruthy();
};

describeWalk(urlPasswordMachine, UrlPasswordView, {
  inputs: INPUTS,
  ...cases,
  // The browser's history requests steps, which tests/portal/password-steps.walk.test.tsx checks.
  accepts: (_, { type }) => type !== 'step.requested',
  transitionsOutsideView: [
    'url-password.identity: step.requested/leavesProof [0] --> (stays)',
    'url-password.answering: step.requested/leavesProof [0] --> (stays)',
    'url-password.questioning: step.requested/leavesProof [0] --> (stays)',
    'url-password.setup: step.requested/leavesProof [0] --> (stays)',
    'url-password.replacing: step.requested/leavesProof [0] --> (stays)',
  ],
  project: decisiveValues,
  gestures: {
    ...GESTURES,
    'ending.retry': (page) =>
      page.press(screen.queryByText(page.text(REPLACE)) === null ? 'action.retry' : REPLACE),
    'flow.leave': (page) => page.press('urlPassword.leave'),
  },
  shows: {
    entering: (page, { context }) => {
      expectIdEntry(page, 'title.enterId', false);
      const { problem, refusal, failure, hasRestarted } = context;
      const alert = screen.getByRole('alert').textContent;
      if (problem) expect(alert).toBe(page.text('info.enter.id'));
      else if (refusal) expect(alert).toBe(page.text(`explanation.enterID.failure.${refusal}` as MessageKey));
      else expect(alert !== '').toBe(failure !== null);
      expect(screen.queryByText(page.text('passwordFlow.restarted')) !== null).toBe(hasRestarted);
    },
    verifying: (page) => expectIdEntry(page, 'title.enterId', true),
    preparing: (page) => expectIdEntry(page, 'title.enterId', true),
    selecting: () => {
      expect(screen.getAllByRole('radio')).toHaveLength(2);
    },
    identity: expectScriptedStep,
    answering: expectScriptedStep,
    questioning: expectScriptedStep,
    setup: expectScriptedStep,
    replacing: expectScriptedStep,
    savingAnswer: expectEnding,
    endingLink: expectEnding,
    unfinished: (page, { context }) => {
      const isRefused = context.failure?.code === 'answerRefused';
      expect(screen.queryByText(page.text('error.answerRefused')) !== null).toBe(isRefused);
      expect(screen.queryByText(page.text(REPLACE)) !== null).toBe(isRefused);
      expect(screen.getByText(page.text('urlPassword.unfinished'))).toBeTruthy();
    },
  },
});
