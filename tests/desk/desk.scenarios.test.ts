import { expect, it } from 'vitest';
import {
  CHECKED_IMPORT_JOB,
  deskInput,
  draftOf,
  EXPORT_PART,
  FIND_ROUTE,
  FIRST_PEOPLE_PAGE,
  IMPORT_FILE,
  KIM,
  KIM_ROUTE,
  LEE_ROW,
  NO_JOB_ANSWER,
  OPENED_DESK,
  REFUSED_IMPORT_JOB,
  RUNNING_IMPORT_JOB,
  routeTo,
  STARTED_EXPORT,
} from '#cases/desk/desk.cases.ts';
import { rejected } from '#cases/samples.ts';
import type { ActName, DeskInput } from '#machines/desk/desk.types.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import type { DeskSession } from '#wire/desk/session.ts';
import { testDesk } from './test-desk.ts';

async function open(changes: Partial<DeskInput> = {}, session: Partial<DeskSession> = {}) {
  const desk = start(testDesk, { ...deskInput, ...changes });
  await desk.ports.openDesk.answer(
    success({ ...OPENED_DESK, session: { ...OPENED_DESK.session, ...session } }),
  );
  return desk;
}

async function openPerson(session: Partial<DeskSession> = {}, person = KIM) {
  const desk = await open({ route: KIM_ROUTE }, session);
  await desk.ports.readPerson.answer(success(person));
  return desk;
}

const REASON = { reason: '본인 요청' };

it('the desk searches once after a pause in typing', async () => {
  const { actor, clock, ports } = await open();
  for (const searchText of ['k', 'ki', 'kim']) {
    actor.send({ type: 'find.typed', searchText });
    await clock.advance(199);
  }
  expect(ports.findPeople.calls).toHaveLength(1);
  await clock.advance(1);
  expect(ports.findPeople.waiting().input).toEqual({ find: 'kim', status: null, after: null });
});

it('the next page of people is appended to the list', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'status.chosen', status: 'locked' });
  await ports.findPeople.answer(success(FIRST_PEOPLE_PAGE));
  actor.send({ type: 'more.requested' });
  expect(ports.findPeople.waiting().input).toEqual({ find: '', status: 'locked', after: 'next-1' });
  await ports.findPeople.answer(success({ people: [LEE_ROW, { ...LEE_ROW, userId: 'lim' }], next: null }));
  expect(actor.getSnapshot().context.people.map(({ userId }) => userId)).toEqual(['kim', 'lee', 'lim']);
});

it('typed values stay when the network is lost, and are sent with the next confirmation', async () => {
  const { actor, ports } = await openPerson();
  actor.send({ type: 'act.chosen', act: 'unlock', values: {} });
  actor.send({ type: 'act.confirmed', values: REASON });
  await ports.performAct.answer(failed(UNREACHABLE));
  expect(actor.getSnapshot().context).toMatchObject({ failure: UNREACHABLE, draft: { values: REASON } });
  actor.send({ type: 'act.confirmed', values: {} });
  expect(actor.getSnapshot().context.problem).toBe('desk.reason.missing');
  actor.send({ type: 'act.confirmed', values: REASON });
  expect(ports.performAct.waiting().input).toMatchObject({ draft: { act: 'unlock', values: REASON } });
});

it('an act and its typed values are restored after a new sign-in', async () => {
  const desk = await openPerson();
  desk.actor.send({ type: 'act.chosen', act: 'unlock', values: {} });
  desk.actor.send({ type: 'act.confirmed', values: REASON });
  await desk.ports.performAct.answer(failed(rejected('proofStale', 403)));
  const { route, draft } = desk.actor.getSnapshot().context;
  expect(draft).toEqual(draftOf('unlock'));

  const reopened = await open({ route, draft });
  await reopened.ports.readPerson.answer(success(KIM));
  expect(reopened.actor.getSnapshot().matches({ working: { acting: 'editing' } })).toBe(true);
  reopened.actor.send({ type: 'act.confirmed', values: REASON });
  expect(reopened.ports.performAct.waiting().input).toMatchObject({ draft: draftOf('unlock') });
});

it('an issued value is shown once, and the person is reloaded when it is closed', async () => {
  const { actor, ports } = await openPerson();
  actor.send({ type: 'act.chosen', act: 'temporaryCode', values: {} });
  actor.send({ type: 'act.confirmed', values: REASON });
  await ports.performAct.answer(
    success({ kind: 'code', code: '48151623', validUntil: 0, isAcceptedNowhere: false }),
  );
  expect(actor.getSnapshot().context.issued).toMatchObject({ code: '48151623' });
  actor.send({ type: 'issued.closed' });
  expect(JSON.stringify(actor.getSnapshot().context)).not.toContain('48151623');
  expect(ports.readPerson.calls).toHaveLength(2);
});

it('the next act can be chosen while the person is reloaded', async () => {
  const { actor, ports } = await openPerson();
  actor.send({ type: 'act.chosen', act: 'temporaryCode', values: {} });
  actor.send({ type: 'act.cancelled' });
  expect(ports.readPerson.isWaiting()).toBe(true);
  actor.send({ type: 'act.chosen', act: 'disable', values: {} });
  expect(actor.getSnapshot().matches({ working: { acting: 'editing' } })).toBe(true);
});

it('the page of a person opens after the person is added', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'act.chosen', act: 'add', values: {} });
  actor.send({ type: 'act.confirmed', values: REASON });
  await ports.performAct.answer(success({ kind: 'account', userId: 'new', outcome: 'added' }));
  expect(ports.readPerson.waiting().input).toEqual({ userId: 'new', id: null });
  expect(actor.getSnapshot().context.actResult).toEqual({ act: 'add', kind: 'done' });
});

it('an import is offered only after a successful check, and a running import is shown again on return', async () => {
  const { actor, clock, ports } = await open({ route: routeTo('import') });
  await ports.readJob.answer(NO_JOB_ANSWER);
  const run = { type: 'act.chosen', act: 'importRun', values: {} } as const;
  actor.send({ type: 'file.chosen', file: IMPORT_FILE });
  await ports.performAct.answer(success({ kind: 'done' }));
  await ports.readJob.answer(success(REFUSED_IMPORT_JOB));
  expect(actor.getSnapshot().can(run)).toBe(false);
  actor.send({ type: 'file.chosen', file: IMPORT_FILE });
  await ports.performAct.answer(success({ kind: 'done' }));
  await ports.readJob.answer(success(CHECKED_IMPORT_JOB));
  expect(actor.getSnapshot().can(run)).toBe(true);
  actor.send({ type: 'route.opened', route: FIND_ROUTE });
  actor.send({ type: 'route.opened', route: routeTo('import') });
  await ports.readJob.answer(success(RUNNING_IMPORT_JOB));
  await clock.advance(1_000);
  expect(ports.readJob.isWaiting()).toBe(true);
});

it('an export pauses while another screen is open, and all parts are saved after the last is read', async () => {
  const savedPartCounts: number[] = [];
  const machine = testDesk.provide({
    actions: {
      saveExport: ({ context }) => void savedPartCounts.push(context.auditExport?.parts.length ?? 0),
    },
  });
  const { actor, ports } = start(machine, {
    ...deskInput,
    route: routeTo('audit'),
    draft: draftOf('auditExport'),
  });
  await ports.openDesk.answer(success(OPENED_DESK));
  actor.send({ type: 'act.confirmed', values: REASON });
  await ports.performAct.answer(success(STARTED_EXPORT));
  await ports.readExportPart.answer(success(EXPORT_PART));
  actor.send({ type: 'route.opened', route: FIND_ROUTE });
  expect(ports.readExportPart.isWaiting()).toBe(false);
  actor.send({ type: 'route.opened', route: routeTo('audit') });
  expect(ports.readExportPart.waiting().input).toEqual({ exportId: 'job-2', format: 'csv', after: 'next-1' });
  await ports.readExportPart.answer(failed(UNREACHABLE));
  actor.send({ type: 'desk.retry' });
  await ports.readExportPart.answer(success({ ...EXPORT_PART, next: null, searchedTo: null }));
  expect(savedPartCounts).toEqual([2]);
  expect(actor.getSnapshot().context).toMatchObject({
    auditExport: null,
    actResult: { act: 'auditExport', kind: 'done' },
  });
});

it.each<[DeskSession['role'], boolean, readonly ActName[], readonly ActName[]]>([
  ['viewer', true, [], ['unlock', 'temporaryCode', 'add']],
  ['helpDesk', true, ['unlock', 'temporaryCode', 'disable'], ['change', 'add']],
  ['helpDesk', false, [], ['unlock', 'disable']],
  ['administrator', true, ['unlock', 'change', 'add'], []],
])(
  'the role %s (actable: %s) allows the acts %j, and refuses %j',
  async (role, isActable, allowed, refused) => {
    const { actor } = await openPerson({ role }, { ...KIM, isActable });
    const isAllowed = (act: ActName) => actor.getSnapshot().can({ type: 'act.chosen', act, values: {} });
    expect([...allowed, ...refused].filter(isAllowed)).toEqual(allowed);
  },
);

it.each<[boolean, ActName, boolean]>([
  [false, 'unlock', false],
  [true, 'unlock', true],
  [false, 'auditExport', true],
  [true, 'endNotice', false],
])('with needsReason %s the act %s requires a reason: %s', async (needsReason, act, isRequired) => {
  const { actor, ports } = await open(
    { route: act === 'unlock' ? KIM_ROUTE : FIND_ROUTE, draft: { ...draftOf(act), values: {} } },
    { needsReason },
  );
  if (act === 'unlock') await ports.readPerson.answer(success(KIM));
  actor.send({ type: 'act.confirmed', values: { reason: ' a ' } });
  expect(actor.getSnapshot().context.problem !== null).toBe(isRequired);
});

it('events that could not be loaded are loaded again, without the failure', async () => {
  const { actor, ports } = await open({ route: routeTo('audit') });
  await ports.readAudit.answer(failed(UNREACHABLE));
  expect(actor.getSnapshot().context.failure).toEqual(UNREACHABLE);
  actor.send({ type: 'desk.retry' });
  expect(ports.readAudit.isWaiting()).toBe(true);
  expect(actor.getSnapshot().context.failure).toBeNull();
});

it.each([
  ['is refused', (desk: Awaited<ReturnType<typeof open>>) => desk.ports.signOut.answer(failed(UNREACHABLE))],
  ['throws', (desk: Awaited<ReturnType<typeof open>>) => desk.ports.signOut.fail()],
])('the person stays at the desk, and is told so, when the sign-out %s', async (_how, end) => {
  const desk = await open();
  desk.actor.send({ type: 'signout.pressed' });
  await end(desk);
  expect(desk.actor.getSnapshot().matches('working')).toBe(true);
  expect(desk.actor.getSnapshot().context.actResult).toEqual({ act: 'signOut', kind: 'notDone' });
});
