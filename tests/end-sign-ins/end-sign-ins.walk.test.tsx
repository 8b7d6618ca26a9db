import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { cases } from '#cases/end-sign-ins/end-sign-ins.cases.ts';
import { loginResult, rejected } from '#cases/samples.ts';
import { endSignInsMachine } from '#machines/end-sign-ins/end-sign-ins.machine.ts';
import type { EndSignInsEvent } from '#machines/end-sign-ins/end-sign-ins.setup.ts';
import { failed, success } from '#machines/shared/result.ts';
import { EndSignInsView } from '#src/views/end-sign-ins/end-sign-ins.view.tsx';
import { SERVER_ERROR } from '#tests/support/refusals.ts';
import { describeWalk } from '#tests/support/views.tsx';
import type { OpenSignIns } from '#wire/open-sign-ins.ts';

const boxes = () => screen.queryAllByRole<HTMLInputElement>('checkbox');

const UNAUTHORIZED = failed(rejected('', 401));
const lists = cases.answers.fetchSignIns.filter(({ ok }) => ok);

describeWalk(endSignInsMachine, EndSignInsView, {
  inputs: { 'a person who is signed in elsewhere': { userId: 'kim', token: 'held-1' } },
  ...cases,
  answers: {
    fetchSignIns: [...lists, UNAUTHORIZED, SERVER_ERROR],
    endSignIns: [
      success(loginResult()),
      failed(rejected('signedInElsewhere', 409)),
      UNAUTHORIZED,
      SERVER_ERROR,
    ],
  },
  // When all sign-ins have to end, the screen has no checkboxes.
  accepts: ({ context: { openSignIns } }, event) =>
    openSignIns?.leastEnds !== 2 ||
    (event.type !== 'ends.toggled' && (event.type !== 'ends.submitted' || event['sessionIds'].length === 2)),
  gestures: {
    'ends.toggled': ({ user }) => user.click(boxes()[0] as HTMLElement),
    'ends.submitted': async (page, event) => {
      const { sessionIds } = event as Extract<EndSignInsEvent, { type: 'ends.submitted' }>;
      for (const [index, box] of boxes().entries())
        if (box.checked !== sessionIds.includes(`session-${index + 1}`)) await page.user.click(box);
      await page.press(boxes().length === 0 ? 'endSignIns.submitAll' : 'endSignIns.submit');
    },
    'ends.back': (page) => page.press('action.previous'),
  },
  shows: {
    listing: (page, { context: { openSignIns } }) => {
      if (!openSignIns) expect(screen.getByText(page.text('endSignIns.loading'))).toBeTruthy();
    },
    asking: (page, { context: { openSignIns, sessionIds, isTooFew, hasChanged } }) => {
      const { limit, leastEnds: count, signIns } = openSignIns as OpenSignIns;
      const lead = (['endSignIns.none', 'endSignIns.some', 'endSignIns.all'] as const)[count];
      expect(page.heading()).toBe(page.text('title.endSignIns'));
      expect(screen.getByText(page.text(lead ?? 'endSignIns.all', { limit, count }))).toBeTruthy();
      for (const name of ['Chrome · Windows', page.text('factors.unknownBrowser')])
        expect(screen.getByText(name)).toBeTruthy();
      expect(boxes().map(({ checked }) => checked)).toEqual(
        count === 2 ? [] : signIns.map(({ sessionId }) => sessionIds.includes(sessionId)),
      );
      const problem = screen.queryByText(page.text('endSignIns.tooFew', { count }));
      expect(problem !== null).toBe(isTooFew);
      expect(screen.queryByText(page.text('endSignIns.changed')) !== null).toBe(hasChanged);
    },
    ending: (page, { context: { openSignIns } }) => {
      if (!openSignIns) return;
      const back = screen.getByRole<HTMLButtonElement>('button', { name: page.text('action.previous') });
      expect(back.disabled).toBe(true);
    },
    refused: (page) => {
      expect(screen.getByRole('dialog', { name: page.text('failure.title') })).toBeTruthy();
    },
  },
});
