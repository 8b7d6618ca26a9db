import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { authenticatedMachine } from '#machines/authenticated/authenticated.machine.ts';
import { AuthenticatedView } from '#src/views/authenticated/authenticated.view.tsx';
import { describeWalk, type Page } from '#tests/support/views.tsx';

const origin = 'https://parent.example';

function expectWaiting(page: Page): void {
  expect(page.heading()).toBe(page.text('title.authenticated'));
  expect(screen.queryByRole('button')).toBeNull();
}

describeWalk(authenticatedMachine, AuthenticatedView, {
  inputs: { 'a code': { otp: '314159', origin }, 'no code': { otp: '', origin } },
  events: [{ type: 'authenticated.leave' }],
  answers: { postCode: [true, false] },
  gestures: { 'authenticated.leave': (page) => page.press('action.home') },
  shows: {
    posting: expectWaiting,
    posted: expectWaiting,
    alone: expectWaiting,
    stranded: (page) => {
      expect(page.heading()).toBe(page.text('authenticated.failed'));
      expect(screen.getByRole('status').textContent).toBe(page.text('authenticated.stranded'));
    },
  },
});
