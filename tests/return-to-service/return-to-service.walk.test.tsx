import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { cases } from '#cases/return-to-service/return-to-service.cases.ts';
import { PORTAL } from '#cases/samples.ts';
import { returnToServiceMachine } from '#machines/return-to-service/return-to-service.machine.ts';
import { ReturnToServiceView } from '#src/views/return-to-service/return-to-service.view.tsx';
import { sessionOf } from '#tests/support/model/portal.ts';
import { describeWalk, type Page } from '#tests/support/views.tsx';

const session = sessionOf();

function expectLeaving(page: Page) {
  expect(page.heading()).toBe(page.text('return.leaving', { service: '사내 메일' }));
  expect(document.querySelector('[data-meaning=waiting]')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
}

describeWalk(returnToServiceMachine, ReturnToServiceView, {
  inputs: {
    'the target is allowed': { to: '/oauth2/authorize/1', base: PORTAL, skipsReauth: false },
    'the person declines the request': {
      to: '/oauth2/authorize/1',
      base: PORTAL,
      skipsReauth: false,
      declines: true,
    },
    'the target is refused': { to: 'javascript:alert(1)', base: PORTAL, skipsReauth: false },
  },
  ...cases,
  portalChanges: { session: { ...session, request: { ...session.request, company: '사내 메일' } } },
  gestures: {
    'return.retry': (page) =>
      page.press(page.heading() === page.text('return.stuck') ? 'return.continue' : 'action.retry'),
    'request.resume': (page) => page.press('return.resume'),
  },
  shows: {
    undeclined: (page) => {
      expect(page.heading()).toBe(page.text('return.undeclined'));
    },
    declining: expectLeaving,
    leaving: expectLeaving,
    stuck: (page) => {
      expect(page.heading()).toBe(page.text('return.stuck'));
      expect(screen.getByText(page.text('return.stuckHint'))).toBeTruthy();
    },
  },
});
