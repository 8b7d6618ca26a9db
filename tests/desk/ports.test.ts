import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { BULK_LIST, IMPORT_FILE, KIM } from '#cases/desk/desk.cases.ts';
import { createDeskClient } from '#desk/calls/client.ts';
import { performAct } from '#desk/ports/acts.ts';
import { deskPorts } from '#desk/ports/desk.ts';
import { exportedFile } from '#desk/ports/export.ts';
import type { ActName, ActValues } from '#machines/desk/desk.types.ts';
import { instantOf } from '#wire/desk/instant.ts';
import { DESK_REFUSAL_SCHEMA, DESK_USER_SCHEMA } from '#wire/desk/names.ts';
import { PATCH_SCHEMA, SEARCH_SCHEMA, USER_SCHEMA } from '#wire/scim.ts';

afterEach(() => vi.unstubAllGlobals());

type SentRequest = { readonly path: string; readonly init: RequestInit };

/** A server that answers each call by its path, and the requests that it has received. */
function serverWith(answerTo: (path: string) => Response) {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, init });
    return answerTo(path);
  });
  const client = createDeskClient(() => 'ko');
  client.setCsrfToken('csrf-1');
  return { sent, client };
}

/** A server with the same answer to every call. */
const serverOf = (status: number, body: unknown) => serverWith(() => Response.json(body, { status }));

const bodyOf = ({ init }: SentRequest): unknown => JSON.parse(String(init.body));

function act(server: ReturnType<typeof serverOf>, name: ActName, values: ActValues, userId = 'kim') {
  return performAct(server, {
    draft: { act: name, userId, values },
    person: KIM,
    filter: { userId: 'kim', clientId: '', network: ' ', from: '', until: '' },
    file: IMPORT_FILE,
    list: BULK_LIST,
    timeZone: 'Asia/Seoul',
  });
}

/** A SCIM user as the server sends it. */
const USER = {
  id: 'account-1',
  userName: 'kim',
  emails: [{ value: 'kim@home.example', type: 'home' }],
  groups: [{ display: 'sales' }],
  [DESK_USER_SCHEMA]: { nameKo: '김서연', status: 'active', suspended: 'dormant' },
};
const deskAttribute = (attribute: string): string => `${DESK_USER_SCHEMA}:${attribute}`;
const patchOf = (...Operations: readonly object[]) => ({ schemas: [PATCH_SCHEMA], Operations });
const replaceOperation = (path: string, value: unknown) => ({ op: 'replace', path, value });

const LINK = { validUntil: 1, link: 'https://portal.example/a' };

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
  ['appLink', {}, LINK, { userId: 'kim' }, 'appLink'],
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
    { outcome: 'shown', ...LINK, why: 'noMail' },
    { userId: 'kim', kind: 'change', clientId: 'mail' },
    'link',
  ],
  [
    'change',
    {
      nameKo: KIM.fields.nameKo,
      nameEn: 'Kim',
      phoneNumber: ' ',
      privateMail: 'k@a.example',
      groups: 'sales, , lab',
    },
    USER,
    patchOf(
      { op: 'remove', path: 'phoneNumbers[type eq "mobile"]' },
      { op: 'remove', path: 'emails[type eq "home"]' },
      { op: 'add', path: 'emails', value: [{ value: 'k@a.example', type: 'home' }] },
      replaceOperation(deskAttribute('nameEn'), 'Kim'),
      replaceOperation(deskAttribute('groups'), ['sales', 'lab']),
    ),
    'account',
  ],
  [
    'add',
    { userId: ' new ', nameKo: '새', nameEn: '', internalMail: 'new@a.example', reason: 'asked' },
    USER,
    {
      schemas: [USER_SCHEMA, DESK_USER_SCHEMA],
      userName: 'new',
      emails: [{ value: 'new@a.example', type: 'work' }],
      [DESK_USER_SCHEMA]: { nameKo: '새', reason: 'asked' },
    },
    'account',
  ],
  [
    'disable',
    { reason: 'asked' },
    USER,
    patchOf(replaceOperation('active', false), replaceOperation(deskAttribute('reason'), 'asked')),
    'done',
  ],
  ['enable', {}, USER, patchOf(replaceOperation('active', true)), 'done'],
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
])('the act %s with %o sends its body and returns its outcome', async (name, values, answer, body, kind) => {
  const server = serverOf(200, answer);
  const outcome = await act(server, name, values);
  expect(server.sent.map(bodyOf)).toEqual([body]);
  expect(outcome).toMatchObject({ ok: true, value: { kind } });
  expect(server.sent[0]?.init.headers).toMatchObject({ 'X-Desk-Token': 'csrf-1' });
});

it('an export starts with the non-empty fields of the filter, and its parts are joined to a file', async () => {
  const startServer = serverOf(200, { exportId: 'job-1' });
  const outcome = await act(startServer, 'auditExport', { format: 'ndjson', reason: 'asked' });
  expect(startServer.sent.map(bodyOf)).toEqual([{ userId: 'kim', format: 'ndjson', reason: 'asked' }]);
  const job = { exportId: 'job-1', format: 'ndjson' } as const;
  expect(outcome).toEqual({ ok: true, value: { kind: 'export', ...job } });
  const server = serverOf(200, { content: 'rows', lines: 1, next: null, searchedTo: null });
  const readPart = (after: string | null) =>
    toPromise(createActor(deskPorts(server).readExportPart, { input: { ...job, after } }).start());
  const parts = [await readPart(null), await readPart('next-1')].flatMap((part) =>
    part.ok ? part.value.file : [],
  );
  expect(server.sent.map(bodyOf)).toEqual([{ exportId: 'job-1' }, { exportId: 'job-1', after: 'next-1' }]);
  const file = exportedFile({ ...job, parts, lines: 2, next: null, searchedTo: null });
  expect([file.name, file.type, await file.text()]).toEqual([
    'audit.ndjson',
    'application/x-ndjson',
    'rowsrows',
  ]);
});

it('an answer without content means that the account is unchanged', async () => {
  const server = serverWith(() => new Response(null, { status: 204 }));
  expect(await act(server, 'enable', {})).toMatchObject({ value: { kind: 'unchanged' } });
  expect(await act(server, 'change', {})).toMatchObject({
    value: { userId: 'kim', outcome: 'unchanged' },
  });
});

const { deskRole, isActable, password, factors, temporaryCode, locks, sessions, lastSignIn } = KIM;
const STATE = { deskRole, isActable, password, factors, temporaryCode, locks, sessions, lastSignIn };

const [USERS, SIGN_IN_STATE] = ['/desk/scim/v2/Users', '/desk/data/sign-in-state'];

it.each([
  ['account-1', 'kim', [`${USERS}/account-1`, SIGN_IN_STATE]],
  [null, 'kim', [`${USERS}/.search`, SIGN_IN_STATE, `${USERS}/account-1`]],
  [null, 'nobody', [`${USERS}/.search`, SIGN_IN_STATE]],
])('the person with the SCIM id %s and the user ID %s is read by the calls %j', async (id, userId, paths) => {
  const answers: Readonly<Record<string, unknown>> = {
    [`${USERS}/account-1`]: USER,
    [`${USERS}/.search`]: { Resources: userId === 'kim' ? [{ id: 'account-1' }] : [] },
    [SIGN_IN_STATE]: STATE,
  };
  const server = serverWith((path) => Response.json(answers[path]));
  const actor = createActor(deskPorts(server).readPerson, { input: { userId, id } }).start();
  const value = {
    id: 'account-1',
    fields: { privateMail: 'kim@home.example', internalMail: '', nameKo: '김서연' },
    groups: ['sales'],
    suspended: 'dormant',
    factors,
  };
  const expected = userId === 'kim' ? { value } : { failure: { code: 'noAccount' } };
  expect(await toPromise(actor)).toMatchObject(expected);
  expect(server.sent.map((each) => each.path)).toEqual(paths);
});

it('people are searched by a filter, page by page', async () => {
  const server = serverOf(200, { Resources: [USER], nextCursor: 'next-2' });
  const input = { find: ' "서연" ', status: 'locked' as const, after: 'next-1' };
  const answer = await toPromise(createActor(deskPorts(server).findPeople, { input }).start());
  expect(server.sent.map(bodyOf)).toEqual([
    {
      schemas: [SEARCH_SCHEMA],
      attributes: expect.arrayContaining(['userName', deskAttribute('nameKo')]),
      filter: `${deskAttribute('words')} sw "\\"서연\\"" and ${deskAttribute('locked')} eq true`,
      cursor: 'next-1',
    },
  ]);
  expect(answer).toMatchObject({
    value: { people: [{ userId: 'kim', name: { ko: '김서연' } }], next: 'next-2' },
  });
});

it.each([
  [409, { status: '409', [DESK_REFUSAL_SCHEMA]: { code: 'taken' } }, { status: 409, code: 'taken' }],
  [
    400,
    { code: 'invalid', fields: ['nameKo', 'from'] },
    { code: 'invalid', details: { fields: 'nameKo,from' } },
  ],
  [429, { code: 'tooMany', retrySeconds: 9 }, { code: 'tooMany', details: { retrySeconds: 9 } }],
  [502, 'gateway', { kind: 'malformed', status: 502 }],
  [200, { outcome: 'maybe' }, { kind: 'malformed', status: 200 }],
])('the answer %i %o is a failure', async (status, answer, failure) => {
  expect(await act(serverOf(status, answer), 'unlock', {})).toMatchObject({ ok: false, failure });
});

it('a notice with an invalid time is refused and not sent', async () => {
  const server = serverOf(200, {});
  const values = { ko: '가', en: 'a', from: 'soon', until: '2026-02-30 09:00' };
  expect(await act(server, 'putNotice', values)).toMatchObject({
    failure: { code: 'invalid', details: { fields: 'from,until' } },
  });
  expect(server.sent).toEqual([]);
});

it('a time is read in its time zone, before and after a change of the clocks', () => {
  expect(instantOf('2026-11-26 09:00', 'Asia/Seoul')).toBe(Date.UTC(2026, 10, 26));
  expect(instantOf('2026-03-29 01:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 0, 30));
  expect(instantOf('2026-03-29 03:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30));
});

it('an unanswered act is repeated with the same idempotency key, the next act has another, and reading calls have none', async () => {
  const server = serverOf(200, { outcome: 'done' });
  const { fetch } = globalThis;
  let isOffline = true;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answer = await fetch(path, init);
    if (isOffline) throw new TypeError('no network');
    return answer;
  });
  const unlock = () => act(server, 'unlock', { reason: 'asked' });
  await unlock();
  isOffline = false;
  await unlock();
  await unlock();
  await server.client.call('signInState', v.unknown(), { userId: 'kim' });
  const keys = server.sent.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
  expect(keys).toEqual([
    expect.stringMatching(/^\w{32}$/),
    keys[0],
    expect.not.stringMatching(String(keys[0])),
    null,
  ]);
});

it('a call without a network fails as unreachable', async () => {
  const server = serverOf(200, {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const actor = createActor(deskPorts(server).readJob, { input: { of: 'import' } }).start();
  expect(await toPromise(actor)).toEqual({ ok: false, failure: { kind: 'unreachable' } });
});
