import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { cases } from '#cases/questions/questions.cases.ts';
import { type QuestionsEvent, questionsMachine } from '#machines/questions/questions.machine.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { QuestionsView } from '#src/views/questions/questions.view.tsx';
import { describeWalk, type Page } from '#tests/support/views.tsx';

const field = ({ text }: Page) => screen.getByLabelText<HTMLInputElement>(text('questions.answer'));
const titleOf = (mode: unknown) => (mode === 'create' ? 'title.questionCreate' : 'title.questionAnswer');

describeWalk(questionsMachine, QuestionsView, {
  inputs: {
    'an answer is required': { userId: 'kim', clientId: 'demo', mode: 'answer' },
    'a question is chosen': { userId: 'kim', clientId: 'demo', mode: 'create' },
    'questions are known': {
      userId: 'kim',
      clientId: 'demo',
      mode: 'create',
      fetchedQuestions: [{ questionId: 'trip', questionKo: '어디로?', questionEn: 'Where to?' }],
    },
  },
  ...cases,
  gestures: {
    'answer.submitted': async (page, event, language) => {
      const { answer } = event as Extract<QuestionsEvent, { type: 'answer.submitted' }>;
      await page.user.clear(field(page));
      await page.user.type(field(page), answer);
      if (language === 'ko') await page.press('action.next');
      else await page.user.type(field(page), '{Enter}');
    },
    'answer.edited': (page) => page.user.type(field(page), '가'),
    'questions.retry': (page) => page.press('action.retry'),
    'step.back': (page) => page.press('action.previous'),
  },
  shows: {
    loading: (page, { context }) => {
      expect(page.heading()).toBe(page.text(titleOf(context.mode)));
      expect(screen.getByText(page.text('questions.loading'))).toBeTruthy();
    },
    missing: (page) => {
      expect(screen.getByText(page.text('error.noQnA'))).toBeTruthy();
      expect(screen.getAllByRole('button')).toHaveLength(1);
    },
    unloaded: (page) => {
      expect(screen.getAllByRole('button')).toHaveLength(2);
      expect(screen.queryByLabelText(page.text('questions.answer'))).toBeNull();
    },
    entering: (page, { context }) => {
      expect(page.heading()).toBe(page.text(titleOf(context.mode)));
      const question = page.text('action.previous') === '이전' ? '어디로?' : 'Where to?';
      expect(screen.getByText(question)).toBeTruthy();
      expect(field(page).autocomplete).toBe('off');
      const alert = screen.getByRole('alert').textContent;
      if (context.problem) expect(alert).toBe(page.text(context.problem as MessageKey));
      else expect(alert !== '').toBe(context.failure !== null);
      if (context.failure?.status === 400) {
        expect(alert).toBe(page.text('explanation.QnA.failure.notMatch'));
      }
    },
    verifying: (page) => {
      expect(screen.getByText(page.text('questions.verifying'))).toBeTruthy();
      expect(field(page).readOnly).toBe(true);
    },
  },
});
