import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import {
  BULK_LIST,
  CHECKED_IMPORT_JOB,
  cases,
  deskInput,
  draftOf,
  IMPORT_FILE,
  KIM_ROUTE,
  KIM_ROW,
  NOTICE,
  REFUSED_IMPORT_JOB,
  routeTo,
} from '#cases/desk/desk.cases.ts';
import { DeskView } from '#desk/views/desk.view.tsx';
import { Navigation } from '#desk/views/navigation.tsx';
import type { ActName, DeskContext, DeskEvent, DeskScreen } from '#machines/desk/desk.types.ts';
import { needsReason } from '#machines/desk/permissions.ts';
import { describeWalk, expectTitle, inputLabelled, type Page } from '#tests/support/views.tsx';
import { project, testDesk } from './test-desk.ts';

type EventOf<Type extends DeskEvent['type']> = Extract<DeskEvent, { type: Type }>;

/** The screen on which an act of the cases is offered. */
const SCREEN_OF: Readonly<Partial<Record<ActName, DeskScreen>>> = {
  unlock: 'person',
  add: 'find',
  auditExport: 'audit',
  endNotice: 'notices',
  importRun: 'import',
  bulkRun: 'bulk',
};

/** Whether the screen offers a control for the event: a dialog covers the controls of the screen, and a running act cannot be repeated. */
function accepts(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean {
  const { route, people, person, draft } = snapshot.context as DeskContext;
  const isActing = snapshot.matches({ working: 'acting' });
  // All acts are sent in the same way, so some are enough.
  if (event.type === 'act.confirmed')
    return ['unlock', 'importRun', 'bulkRun', 'auditExport'].includes(draft?.act ?? '');
  if (event.type === 'route.opened') {
    const { screen: requested } = (event as EventOf<'route.opened'>).route;
    const isListed = route.screen === 'find' && people.includes(KIM_ROW);
    return !isActing && (requested !== 'person' || isListed);
  }
  if (event.type === 'act.chosen') {
    const { act } = event as EventOf<'act.chosen'>;
    return SCREEN_OF[act] === route.screen && (route.screen !== 'person' || person !== null);
  }
  if (event.type === 'file.chosen') return route.screen === 'import';
  if (event.type === 'list.submitted') return route.screen === 'bulk';
  if (event.type === 'export.discarded') return !snapshot.matches({ working: { audit: 'discarding' } });
  if (event.type === 'signout.pressed') return !isActing;
  if (event.type === 'service.chosen')
    return !snapshot.matches({ working: { person: { ready: 'explaining' } } });
  if (event.type === 'filter.submitted') return !snapshot.matches({ working: { audit: 'loading' } });
  return true;
}

const DeskWithNavigation = ({ actor }: Parameters<typeof DeskView>[0]) => (
  <>
    <Navigation actor={actor} />
    <DeskView actor={actor} />
  </>
);

async function fill({ user }: Page, label: string, value: string): Promise<void> {
  const field = inputLabelled(label);
  if (field.value !== '') await user.clear(field);
  await user.click(field);
  if (value !== '') await user.paste(value);
}

const dialog = () => within(screen.getByRole('dialog'));

const expectFailure = (page: Page, { context }: AnyMachineSnapshot) => {
  const isLost = (context as DeskContext).failure?.kind === 'unreachable';
  expect(
    screen.getByText(page.text(isLost ? 'desk.failure.unreachable' : 'desk.failure.trouble')),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: page.text('desk.retry') })).toBeTruthy();
};
/** Whether the job belongs to the screen: imports and bulk acts are on different screens. */
const isJobOfScreen = ({ route, job }: DeskContext): boolean => job?.kind.startsWith(route.screen) ?? false;
const expectJobTitle = (page: Page, { context }: AnyMachineSnapshot) =>
  expectTitle((context as DeskContext).route.screen === 'bulk' ? 'desk.screen.bulk' : 'desk.screen.import')(
    page,
  );
/** The numbers of accounts that the checked import would add and change. */
const importCounts = ({ text }: Page): string =>
  text('desk.import.counts', {
    added: CHECKED_IMPORT_JOB.added,
    changed: CHECKED_IMPORT_JOB.changed,
    unchanged: 0,
  });
const expectNoDialog = () => expect(screen.queryByRole('dialog')).toBeNull();

describeWalk(testDesk, DeskWithNavigation, {
  inputs: {
    'the desk is opened at its start page': deskInput,
    'the desk is opened after a sign-in, at the audit': {
      ...deskInput,
      route: routeTo('audit'),
      draft: draftOf('auditExport'),
    },
    'the desk is opened after a sign-in, at a person': {
      ...deskInput,
      route: KIM_ROUTE,
      draft: draftOf('unlock'),
    },
  },
  coversPairsOnly: true,
  project,
  accepts,
  ...cases,
  // The language is chosen outside of the screens.
  events: cases.events.filter(({ type }) => type !== 'language.chosen'),
  transitionsOutsideView: ['desk: language.chosen [0] --> (stays)'],
  gestures: {
    'desk.retry': (page) => page.press('desk.retry'),
    'route.opened': (page, event) => {
      const { route } = event as EventOf<'route.opened'>;
      return route.screen === 'person'
        ? page.user.click(screen.getByRole('button', { name: new RegExp(route.userId) }))
        : page.user.click(screen.getByRole('link', { name: page.text(`desk.screen.${route.screen}`) }));
    },
    'signout.pressed': (page) => page.press('desk.signOut'),
    'find.typed': (page, event) =>
      fill(page, page.text('desk.find.label'), (event as EventOf<'find.typed'>).searchText),
    'status.chosen': (page, event) =>
      page.user.selectOptions(
        screen.getByLabelText(page.text('desk.find.status')),
        (event as EventOf<'status.chosen'>).status ?? '',
      ),
    'more.requested': (page) => page.press('desk.more'),
    'service.chosen': (page, _event, language) =>
      page.user.click(screen.getByRole('button', { name: language === 'ko' ? '회사 메일' : 'Company Mail' })),
    'filter.submitted': async (page, event) => {
      const { filter } = event as EventOf<'filter.submitted'>;
      await fill(page, page.text('desk.audit.userId'), filter.userId);
      await fill(page, page.text('desk.audit.from'), filter.from);
      await page.press('desk.audit.search');
    },
    'file.chosen': async (page) => {
      const file = new File([IMPORT_FILE.file], IMPORT_FILE.name);
      await page.user.upload(inputLabelled(page.text('desk.import.file')), file);
      await page.press('desk.import.choose');
    },
    'list.submitted': async (page, _event, language) => {
      await page.user.selectOptions(screen.getByLabelText(page.text('desk.bulk.act')), BULK_LIST.act);
      const ids = screen.getByLabelText(page.text('desk.bulk.list'));
      await page.user.clear(ids);
      await page.user.click(ids);
      await page.user.paste('kim');
      if (language === 'en') {
        await page.user.upload(
          inputLabelled(page.text('desk.bulk.file')),
          new File([BULK_LIST.file], 'people.csv'),
        );
        await page.press('desk.bulk.choose');
        expect(screen.getByText(page.text('desk.bulk.twoLists'))).toBeTruthy();
        await page.user.clear(ids);
      }
      await page.press('desk.bulk.choose');
    },
    'export.discarded': (page) => page.press('desk.export.discard'),
    'act.chosen': (page, event) => page.press(`desk.act.${(event as EventOf<'act.chosen'>).act}`),
    'act.confirmed': async (page, event) => {
      const { reason = '' } = (event as EventOf<'act.confirmed'>).values as { readonly reason?: string };
      const field = screen.queryByLabelText(page.text('desk.reason'));
      if (field) await fill(page, page.text('desk.reason'), reason);
      const [submit] = dialog().getAllByRole('button');
      if (submit) await page.user.click(submit);
    },
    'act.cancelled': (page, _event, language) =>
      language === 'ko' ? page.press('desk.cancel') : page.user.keyboard('{Escape}'),
    'issued.closed': (page, _event, language) =>
      language === 'ko' ? page.press('desk.close') : page.user.keyboard('{Escape}'),
  },
  shows: {
    opening: expectTitle('desk.opening'),
    openingFailed: (page, { context }) => {
      expect(page.heading()).toBe(page.text('desk.unopened'));
      expect((context as DeskContext).failure).not.toBeNull();
    },
    signedOut: (page) => {
      expect(page.heading()).toBe(page.text('desk.signedOut'));
      const link = screen.getByRole('link', { name: page.text('desk.signIn') });
      expect(link.getAttribute('href')).toMatch(/^\/desk\/sign-in\?to=%2Fdesk%2F/);
    },
    leaving: expectTitle('desk.leaving'),
    left: expectTitle('desk.leaving'),
    'working.find.pausing': expectNoDialog,
    'working.find.loading': expectTitle('desk.find'),
    'working.find.shown': (page, { context }) => {
      const { people } = context as DeskContext;
      const list = within(screen.getByRole('list', { name: page.text('desk.find.results') }));
      expect(list.queryAllByRole('listitem')).toHaveLength(people.length);
      expect(screen.queryByText(page.text('desk.find.nobody')) !== null).toBe(people.length === 0);
    },
    'working.find.loadingMore': expectTitle('desk.find'),
    'working.find.failed': expectFailure,
    'working.person.loading': expectNoDialog,
    'working.person.failed': expectFailure,
    'working.person.ready.idle': (page, { context }) => {
      const { explanation, person } = context as DeskContext;
      for (const text of ['203.0.113.7', '010-1234-5678', 'sales'])
        expect(screen.getByText(new RegExp(text.replaceAll('.', '\\.')))).toBeTruthy();
      expect(person?.userId).toBe('kim');
      if (explanation)
        expect(screen.getByText(new RegExp(page.text('desk.obstacle.locked').slice(0, 10)))).toBeTruthy();
    },
    'working.person.ready.explaining': (page) => {
      expect(screen.getByRole('heading', { name: page.text('desk.person.services') })).toBeTruthy();
    },
    'working.audit.loading': expectTitle('desk.screen.audit'),
    'working.audit.shown': (_page, { context }) => {
      expect((context as DeskContext).events.length).toBeGreaterThan(0);
      expect(screen.getAllByText(/비밀번호가 일치하지 않음|wrong password/).length).toBeGreaterThan(0);
    },
    'working.audit.loadingMore': expectTitle('desk.screen.audit'),
    'working.audit.failed': expectFailure,
    'working.audit.exporting': (page, { context }) => {
      expect(screen.getByRole('progressbar', { name: page.text('desk.export.running') })).toBeTruthy();
      const { lines } = (context as DeskContext).auditExport ?? { lines: 0 };
      expect(screen.queryByText(/2,000/) !== null).toBe(lines > 0);
    },
    'working.audit.exportFailed': expectFailure,
    'working.audit.discarding': (page) => {
      expect(
        screen.getByRole('button', { name: page.text('desk.export.discard') }).getAttribute('aria-disabled'),
      ).toBe('true');
      expect(screen.queryByRole('progressbar')).toBeNull();
    },
    'working.job.loading': expectJobTitle,
    'working.job.failed': expectFailure,
    'working.job.empty': (page, { context }) => {
      const isBulk = (context as DeskContext).route.screen === 'bulk';
      const label = page.text(isBulk ? 'desk.bulk.list' : 'desk.import.file');
      expect(screen.getByLabelText(label, { selector: 'input, textarea' })).toBeTruthy();
    },
    'working.job.running': (page, { context }) => {
      if (!isJobOfScreen(context as DeskContext)) return;
      expect(screen.getByRole('progressbar').getAttribute('value')).toBe('1');
      expect(screen.getByText(page.text('desk.import.leave'))).toBeTruthy();
    },
    'working.job.finished': (page, { context }) => {
      const { job } = context as DeskContext;
      if (!isJobOfScreen(context as DeskContext)) return;
      if (job?.kind === 'bulkCheck') {
        expect(screen.getByText('nobody')).toBeTruthy();
        expect(screen.getByText(page.text('desk.bulk.before')).nextSibling?.textContent).toBe(
          page.text('desk.bulk.count', { count: 3 }),
        );
        expect(screen.getAllByText(page.text('desk.bulk.result.noAccount'))).toHaveLength(2);
        return;
      }
      const problems = REFUSED_IMPORT_JOB.problems.map(({ problem, values }) =>
        screen.queryByText(page.text(`desk.import.problem.${problem}`, values)),
      );
      expect(problems.map(Boolean)).toEqual(problems.map(() => job?.state === 'refused'));
      expect(screen.getByText(importCounts(page))).toBeTruthy();
    },
    'working.info.loading': expectTitle('desk.notices'),
    'working.info.failed': expectFailure,
    'working.info.shown': () => {
      expect(screen.getByText(NOTICE.ko)).toBeTruthy();
      expect(screen.getByText(NOTICE.en)).toBeTruthy();
    },
    'working.acting.editing': (page, { context }) => {
      const { draft, problem, failure } = context as DeskContext;
      if (draft === null) throw new Error('There is no draft');
      expect(screen.getByRole('dialog', { name: page.text(`desk.act.${draft.act}`) })).toBeTruthy();
      expect(dialog().queryByLabelText(page.text('desk.reason')) !== null).toBe(
        needsReason(context as DeskContext, draft.act),
      );
      expect(dialog().queryByText(page.text('desk.reason.missing')) !== null).toBe(problem !== null);
      expect(dialog().queryByText(importCounts(page)) !== null).toBe(draft.act === 'importRun');
      if (failure) expect(dialog().getByText(new RegExp(page.text('desk.notActed')))).toBeTruthy();
    },
    'working.acting.sending': () => {
      expect(dialog().getAllByRole('button')[0]?.getAttribute('aria-disabled')).toBe('true');
    },
    'working.acting.reauthenticating': (page) => {
      const link = screen.getByRole('link', { name: page.text('desk.proving.continue') });
      expect(link.getAttribute('href')).toMatch(/^\/desk\/sign-in\?again=Y&to=%2Fdesk%2F/);
    },
    'working.acting.issued': (page) => {
      expect(screen.getByRole('dialog', { name: page.text('desk.issued.code') })).toBeTruthy();
      expect(screen.getByText('48151623')).toBeTruthy();
      expect(screen.getByText(page.text('desk.issued.unused'))).toBeTruthy();
    },
  },
});
