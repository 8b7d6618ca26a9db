import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { cases, FACTORS_INPUT, OVERVIEW } from '#cases/factors/factors.cases.ts';
import { rejected } from '#cases/samples.ts';
import { factorsMachine } from '#machines/factors/factors.machine.ts';
import type { FactorsContext, FactorsEvent } from '#machines/factors/factors.setup.ts';
import { failed, success } from '#machines/shared/result.ts';
import { FactorsView } from '#src/views/factors/factors.view.tsx';
import { PROOF_REFUSALS, SERVER_ERROR } from '#tests/support/refusals.ts';
import { describeWalk, type Page } from '#tests/support/views.tsx';

const field = ({ text }: Page) => screen.getByLabelText<HTMLInputElement>(text('factors.newName'));

type ScreenCheck = Parameters<typeof describeWalk<typeof factorsMachine>>[2]['shows'][string];

const expectList: ScreenCheck = (page, { context }) => {
  if (!context.overview) {
    expect(screen.getByText(page.text('factors.loading'))).toBeTruthy();
    return;
  }
  expect(page.heading()).toBe(page.text('title.management'));
  expect(screen.getByText('Chrome · Windows · 203.0.113.*')).toBeTruthy();
  expect(screen.getByText(page.text('lastSignIn.failures', { count: 2 }))).toBeTruthy();
  const [passkey, card, thisSession, otherSession] = screen.getAllByRole('listitem', { hidden: true });
  const name = 'Laptop';
  expect(passkey?.textContent).toContain(page.text('factor.kind.12'));
  expect(within(passkey as HTMLElement).getByRole('heading', { name, hidden: true })).toBeTruthy();
  for (const control of within(passkey as HTMLElement).getAllByRole('button', { hidden: true })) {
    expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe(name);
  }
  expect(within(card as HTMLElement).getByText(page.text('factors.last'))).toBeTruthy();
  expect(card?.textContent).toContain('****0501 · C200');
  expect(card?.textContent).toContain(page.text('factors.default'));
  const locale = page.text('action.ok') === '확인' ? 'ko' : 'en';
  const since = { time: locale === 'ko' ? '2026년 3월 2일' : 'March 2, 2026' };
  expect(card?.textContent).toContain(page.text('factors.since', since));
  const changes = within(card as HTMLElement).getAllByRole('button', { hidden: true });
  expect(changes.map((change) => change.textContent)).toEqual([
    page.text('factors.rename'),
    page.text('factors.details'),
  ]);
  expect(thisSession?.textContent).toContain(page.text('factors.thisSession'));
  expect(within(thisSession as HTMLElement).queryByRole('button', { hidden: true })).toBeNull();
  expect(otherSession?.textContent).not.toContain(page.text('factors.thisSession'));
  expect(within(otherSession as HTMLElement).getAllByRole('button', { hidden: true })).toHaveLength(1);
  const { startedAt = 0, lastSeenAt = 0 } = OVERVIEW.sessions[1] ?? {};
  const { format } = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  expect(otherSession?.textContent).toContain(page.text('factors.began', { time: format(startedAt) }));
  expect(otherSession?.textContent).toContain(page.text('factors.seen', { time: format(lastSeenAt) }));
};

const expectNaming: ScreenCheck = (page, { context }) => {
  expect(page.heading()).toBe(page.text('factors.rename'));
  if (context.problem) expect(screen.getByText(page.text(context.problem))).toBeTruthy();
};

describeWalk(factorsMachine, FactorsView, {
  inputs: { 'a passkey and a card': FACTORS_INPUT },
  ...cases,
  answers: {
    fetchOverview: [success(OVERVIEW), ...PROOF_REFUSALS, SERVER_ERROR],
    rename: [success({}), failed(rejected('nameTaken', 409)), ...PROOF_REFUSALS, SERVER_ERROR],
    remove: [success({}), ...PROOF_REFUSALS, failed(rejected('lastFactor', 409))],
    endSession: [success({}), ...PROOF_REFUSALS, SERVER_ERROR],
    forgetBrowser: [success({}), ...PROOF_REFUSALS, SERVER_ERROR],
  },
  gestures: {
    'overview.retry': (page) => page.press('action.retry'),
    'overview.back': (page) => page.press('action.previous'),
    'type.chosen': (page, event) =>
      page.press(`factor.kind.${(event as Extract<FactorsEvent, { type: 'type.chosen' }>).factorType}`),
    'type.opened': (page) => page.press('factors.details'),
    'factor.rename': async (page) =>
      page.user.click(screen.getAllByText(page.text('factors.rename'))[0] as HTMLElement),
    'factor.remove': (page) => page.press('factors.remove'),
    'session.end': (page) => page.press('factors.end'),
    'remembered.end': (page) => page.press('factors.forget'),
    'name.submitted': async (page, event, language) => {
      const { name } = event as Extract<FactorsEvent, { type: 'name.submitted' }>;
      await page.user.clear(field(page));
      if (name.trim() !== '') await page.user.type(field(page), name);
      if (language === 'ko') await page.press('factors.save');
      else await page.user.type(field(page), '{Enter}');
    },
    'name.edited': (page) => page.user.type(field(page), 'x'),
    'end.confirmed': async (page) => {
      const dialog = within(screen.getByRole('dialog'));
      const forget = dialog.queryByRole('button', { name: page.text('factors.forget') });
      await page.user.click(forget ?? dialog.getByRole('button', { name: page.text('factors.end') }));
    },
    'removal.confirmed': async (page) => {
      const dialog = within(screen.getByRole('dialog'));
      await page.user.click(dialog.getByRole('button', { name: page.text('factors.remove') }));
    },
    'change.cancelled': (page) => page.press('action.cancel'),
  },
  shows: {
    loading: expectList,
    unanswered: (page) => {
      expect(screen.getByRole('button', { name: page.text('action.retry') })).toBeTruthy();
    },
    listing: (page, snapshot) => {
      expectList(page, snapshot);
      const { lastChange }: FactorsContext = snapshot.context;
      if (lastChange) expect(screen.getByText(page.text(`factors.${lastChange}`))).toBeTruthy();
    },
    naming: expectNaming,
    renaming: expectNaming,
    confirming: (page) => {
      const title = page.text('factors.removeTitle', { name: 'Laptop' });
      expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
    },
    removing: expectList,
    confirmingEnd: (page) => {
      const title = page.text('factors.endTitle', { browser: page.text('factors.unknownBrowser') });
      expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
    },
    ending: expectList,
    confirmingForget: (page) => {
      const title = page.text('factors.forgetTitle', { browser: 'Chrome · Windows' });
      expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
    },
    forgetting: expectList,
    refused: (page) => {
      expect(screen.getByRole('dialog', { name: page.text('factors.failed') })).toBeTruthy();
    },
  },
});
