import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { cases } from '#cases/redirect/redirect.cases.ts';
import { redirectMachine } from '#machines/redirect/redirect.machine.ts';
import { success } from '#machines/shared/result.ts';
import { RedirectView } from '#src/views/redirect/redirect.view.tsx';
import { describeWalk, type Page } from '#tests/support/views.tsx';

/** A minute from now, so that the countdown of the page does not end during the test. */
const answerTime = Date.now() + 60_000;

/** The answers of the cases, at that time. */
const summaryAnswers = cases.answers.fetchSummary.map((answer) =>
  answer.ok ? success({ ...answer.value, at: answerTime }) : answer,
);

function expectAuthenticated(page: Page, hasLastSignIn: boolean, others: readonly string[]): void {
  const sentence = screen.queryByText(page.text('lastSignIn.failures', { count: 2 }));
  expect(sentence !== null).toBe(hasLastSignIn);
  expect(page.heading()).toBe(page.text('redirect.authenticatedTitle'));
  expect(screen.getByText(page.text('redirect.account', { userId: 'kim' }))).toBeTruthy();
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(buttons).toEqual([page.text('redirect.continue'), ...others, page.text('tabs.manage')]);
}

describeWalk(redirectMachine, RedirectView, {
  inputs: {
    'a request': { passwordSavedFor: '' },
    'a request after a password link': { passwordSavedFor: 'bong' },
  },
  ...cases,
  answers: { fetchSummary: summaryAnswers },
  gestures: {
    'redirect.continue': (page) => page.press('redirect.continue'),
    'redirect.stay': (page) => page.press('redirect.stay'),
    'redirect.retry': (page) => page.press('action.retry'),
    'overview.open': (page) => page.press('tabs.manage'),
    'account.switch': (page) => page.press('redirect.switch'),
  },
  shows: {
    summarizing: (page) => {
      expect(page.heading()).toBe(page.text('redirect.summarizing'));
      expect(document.querySelector('[data-meaning=waiting]')).toBeTruthy();
      expect(screen.queryAllByRole('button')).toEqual([]);
    },
    unanswered: (page) => {
      expect(page.heading()).toBe(page.text('redirect.unanswered'));
      expect(screen.getByText(page.text('redirect.unansweredHint'))).toBeTruthy();
    },
    counting: (page, { context }) => {
      expectAuthenticated(page, context.summary?.lastSignIn !== undefined, [page.text('redirect.stay')]);
      expect(screen.getByRole('timer').textContent).toMatch(/6\d/);
    },
    stayed: (page, { context }) => {
      expectAuthenticated(page, context.summary?.lastSignIn !== undefined, [page.text('redirect.switch')]);
      const isOfBong = context.passwordSavedFor === 'bong';
      expect(screen.queryByText(page.text('remark.stillSignedIn')) !== null).toBe(isOfBong);
      expect(screen.getByText(page.text('redirect.stayed')).getAttribute('role')).toBe('status');
      expect(screen.queryByRole('timer')).toBeNull();
    },
  },
});
