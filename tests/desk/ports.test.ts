import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { FILE, KIM, LIST } from '#cases/desk/desk.cases.ts';
import { createDeskClient } from '#desk/calls/client.ts';
import { performAct } from '#desk/ports/acts.ts';
import { deskPorts } from '#desk/ports/desk.ts';
import { fileOf } from '#desk/ports/export.ts';
import type { ActName, ActValues } from '#machines/desk/desk.types.ts';
import { instantOf } from '#wire/desk/instant.ts';

afterEach(() => vi.unstubAllGlobals());

type Sent = { readonly path: string; readonly init: RequestInit };

/** A server with the same answer to every call. */
function serverOf(status: number, body: unknown) {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, init });
    return Promise.resolve(Response.json(body, { status }));
  });
  const client = createDeskClient(() => 'ko');
  client.setCsrfToken('csrf-1');
  return { sent, client };
}

const bodyOf = ({ init }: Sent): unknown => JSON.parse(String(init.body));

function act(server: ReturnType<typeof serverOf>, name: ActName, values: ActValues, userId = 'kim') {
  return performAct(server, {
    draft: { act: name, userId, values },
    person: KIM,
    filter: { userId: 'kim', clientId: '', network: ' ', from: '', until: '' },
    file: FILE,
    list: LIST,
    timeZone: 'Asia/Seoul',
  });
}

const VALID = { validUntil: 1, link: 'https://portal.example/a' };

it.each<[ActName, ActValues, object, object, unknown]>([
  [
    'unlock',
    { reason: ' asked ' },
    { outcome: 'unchanged' },
    { userId: 'kim', reason: 'asked' },
    'unchanged',
  ],
  [
    'removeFactor',
    { factorId: 'f', name: 'x' },
    { outcome: 'done' },
    { userId: 'kim', factorId: 'f' },
    'done',
  ],
  ['appLink', {}, VALID, { userId: 'kim' }, 'appLink'],
  ['temporaryCode', {}, { code: '1', validUntil: 1, isAcceptedNowhere: false }, { userId: 'kim' }, 'code'],
  [
    'passwordLink',
    { clientId: 'mail' },
    { outcome: 'sent', to: ['k***@a'], validUntil: 1 },
    { userId: 'kim', kind: 'change', clientId: 'mail' },
    'sent',
  ],
  [
    'passwordLink',
    { clientId: 'mail' },
    { outcome: 'shown', ...VALID, why: 'noMail' },
    { userId: 'kim', kind: 'change', clientId: 'mail' },
    'link',
  ],
  [
    'change',
    { nameKo: KIM.fields.nameKo, nameEn: 'Kim', phoneNumber: ' ', groups: 'sales, , lab' },
    { userId: 'kim', outcome: 'changed', status: 'active' },
    { userId: 'kim', fields: { nameEn: 'Kim', phoneNumber: '' }, groups: ['sales', 'lab'] },
    'account',
  ],
  [
    'add',
    { userId: ' new ', nameKo: '새', nameEn: '' },
    { userId: 'new', outcome: 'added', status: 'active' },
    { userId: 'new', fields: { nameKo: '새' } },
    'account',
  ],
  ['bulkRun', {}, { jobId: 'job-1' }, { content: btoa('kim'), act: 'disable' }, 'done'],
  ['importCheck', {}, { jobId: 'job-1' }, { content: btoa('userId\nkim'), format: 'csv' }, 'done'],
  [
    'putNotice',
    { ko: '가', en: 'a', from: '2026-11-26 09:00', until: '2026-11-27 09:00' },
    { noticeId: 'n', ko: '가', en: 'a', from: 0, until: 1, by: 'han', changedAt: 0 },
    { ko: '가', en: 'a', from: Date.UTC(2026, 10, 26), until: Date.UTC(2026, 10, 27) },
    'done',
  ],
  ['endNotice', { noticeId: 'n' }, { outcome: 'done' }, { noticeId: 'n' }, 'done'],
])('sends %s with %o', async (name, values, answer, body, kind) => {
  const server = serverOf(200, answer);
  const outcome = await act(server, name, values);
  expect(server.sent.map(bodyOf)).toEqual([body]);
  expect(outcome).toMatchObject({ ok: true, value: { kind } });
  expect(server.sent[0]?.init.headers).toMatchObject({ 'X-Desk-Token': 'csrf-1' });
});

it('begins an export with the non-empty filter fields, and joins its parts to a file', async () => {
  const begun = serverOf(200, { exportId: 'job-1' });
  const outcome = await act(begun, 'auditExport', { format: 'ndjson', reason: 'asked' });
  expect(begun.sent.map(bodyOf)).toEqual([{ userId: 'kim', format: 'ndjson', reason: 'asked' }]);
  const job = { exportId: 'job-1', format: 'ndjson' } as const;
  expect(outcome).toEqual({ ok: true, value: { kind: 'export', ...job } });
  const server = serverOf(200, { content: 'rows', lines: 1, next: null, searchedTo: null });
  const read = (after: string | null) =>
    toPromise(createActor(deskPorts(server).readExportPart, { input: { ...job, after } }).start());
  const parts = [await read(null), await read('next-1')].flatMap((part) => (part.ok ? part.value.file : []));
  expect(server.sent.map(bodyOf)).toEqual([{ exportId: 'job-1' }, { exportId: 'job-1', after: 'next-1' }]);
  const file = fileOf({ ...job, parts, lines: 2, next: null, searchedTo: null });
  expect([file.name, file.type, await file.text()]).toEqual([
    'audit.ndjson',
    'application/x-ndjson',
    'rowsrows',
  ]);
});

it.each([
  [
    400,
    { code: 'invalid', fields: ['nameKo', 'from'] },
    { code: 'invalid', details: { fields: 'nameKo,from' } },
  ],
  [429, { code: 'tooMany', retrySeconds: 9 }, { code: 'tooMany', details: { retrySeconds: 9 } }],
  [502, 'gateway', { kind: 'malformed', status: 502 }],
  [200, { outcome: 'maybe' }, { kind: 'malformed', status: 200 }],
])('returns the failure of %i %o', async (status, answer, failure) => {
  expect(await act(serverOf(status, answer), 'unlock', {})).toMatchObject({ ok: false, failure });
});

it('refuses an invalid time before it is sent', async () => {
  const server = serverOf(200, {});
  const values = { ko: '가', en: 'a', from: 'soon', until: '2026-02-30 09:00' };
  expect(await act(server, 'putNotice', values)).toMatchObject({
    failure: { code: 'invalid', details: { fields: 'from,until' } },
  });
  expect(server.sent).toEqual([]);
});

it('reads a time in its zone, on both sides of a change of the clocks', () => {
  expect(instantOf('2026-11-26 09:00', 'Asia/Seoul')).toBe(Date.UTC(2026, 10, 26));
  expect(instantOf('2026-03-29 01:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 0, 30));
  expect(instantOf('2026-03-29 03:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30));
});

it('repeats an unanswered act with the same idempotency key', async () => {
  const server = serverOf(200, { outcome: 'done' });
  const { fetch } = globalThis;
  let isLost = true;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answer = await fetch(path, init);
    if (isLost) throw new TypeError('lost');
    return answer;
  });
  const press = () => act(server, 'unlock', { reason: 'asked' });
  await press();
  isLost = false;
  await press();
  await press();
  await server.client.call('person', v.unknown(), { userId: 'kim' });
  const keys = server.sent.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
  expect(keys).toEqual([
    expect.stringMatching(/^\w{32}$/),
    keys[0],
    expect.not.stringMatching(String(keys[0])),
    null,
  ]);
});

it('says that the server is unreachable when the network is lost', async () => {
  const server = serverOf(200, {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('lost')));
  const actor = createActor(deskPorts(server).readJob, { input: { of: 'import' } }).start();
  expect(await toPromise(actor)).toEqual({ ok: false, failure: { kind: 'unreachable' } });
});
