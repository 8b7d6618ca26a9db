import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sessionExpiryMachine } from '#machines/session-expiry/session-expiry.machine.ts';
import { SessionExpiryView } from '#src/views/session-expiry/session-expiry.view.tsx';
import { describeWalk, openFlow } from '#tests/support/views.tsx';

/** A minute from now, so that the countdown of the page does not end during the test. */
const startTime = Date.now() + 60_000;

describeWalk(sessionExpiryMachine, SessionExpiryView, {
  inputs: { 'a session has expired': undefined },
  events: [{ type: 'session.leave' }, { type: 'session.stay' }],
  answers: { readClock: [startTime] },
  gestures: {
    'session.leave': (page) => page.press('session.leave'),
    'session.stay': (page) => page.press('session.stay'),
  },
  shows: {
    'expired.starting': (page) => {
      expect(screen.getByRole('dialog', { name: page.text('session.expired') })).toBeTruthy();
      expect(screen.queryByRole('timer')).toBeNull();
    },
    'expired.counting': (page, { context }) => {
      const dialog = screen.getByRole('dialog', { name: page.text('session.expired') });
      const timer = screen.queryByRole('timer');
      if (context.deadline === null) expect(timer).toBeNull();
      else expect(timer?.textContent).toMatch(/(79|80)/);
      // A screen reader reads the dialog when it opens: the time must be in it once.
      expect(dialog.textContent?.match(/79|80/g) ?? []).toHaveLength(timer ? 1 : 0);
    },
    stayed: (page) => {
      expect(screen.getByText(page.text('session.stayed')).getAttribute('role')).toBe('status');
      expect(screen.queryByRole('timer')).toBeNull();
      expect(document.activeElement).toBe(screen.getByRole('button', { name: page.text('session.leave') }));
    },
  },
});

it('the dialog has the words of the specification, and Escape has the same effect as its button', async () => {
  const page = await openFlow(sessionExpiryMachine, SessionExpiryView, undefined, { language: 'en' });
  expect(screen.getByRole('dialog').textContent).toContain('Session Expired. Login Again.');
  await page.user.keyboard('{Escape}');
  expect(page.actor.getSnapshot().status).toBe('done');
});
