import type * as v from 'valibot';
import {
  account,
  actDone,
  appLink,
  auditExportId,
  changedAccount,
  jobBegun,
  notice,
  passwordLink,
  temporaryCode,
} from '#desk/calls/answers.ts';
import type { DeskClient } from '#desk/calls/client.ts';
import type {
  ActName,
  ActOutcome,
  ActValues,
  AuditFields,
  BulkList,
  Draft,
  ImportFile,
} from '#machines/desk/desk.types.ts';
import { failed, type Result, success } from '#machines/shared/result.ts';
import { instantOf } from '#wire/desk/instant.ts';
import { DESK_IMPORT_MAX } from '#wire/desk/names.ts';
import { ACCOUNT_FIELDS, type DeskPerson } from '#wire/desk/people.ts';
import { filledFields } from './filter.ts';

export type ActInput = {
  readonly draft: Draft;
  readonly person: DeskPerson | null;
  readonly filter: AuditFields;
  readonly file: ImportFile | null;
  readonly list: BulkList | null;
  readonly timeZone: string;
};

export type ActDeps = { readonly client: DeskClient };

const refused = (code: string, fields = ''): Result<never> =>
  failed({ kind: 'rejected', status: 400, code, message: '', details: { fields } });

const reasonOf = ({ values }: Draft) => {
  const reason = values['reason']?.trim();
  return reason ? { reason } : {};
};

/** The fields that differ from those of the person; for a new account all non-empty fields. */
function changedFields(values: ActValues, person: DeskPerson | null): Record<string, string> {
  const changed = ACCOUNT_FIELDS.filter((field) => field !== 'userId').flatMap((field) => {
    const value = values[field]?.trim();
    return value === undefined || value === (person?.fields[field] ?? '') ? [] : [[field, value] as const];
  });
  return Object.fromEntries(changed);
}

const groupsOf = (values: ActValues): { readonly groups?: readonly string[] } => {
  const typed = values['groups'];
  if (typed === undefined) return {};
  return { groups: typed.split(',').flatMap((name) => name.trim() || []) };
};

/** The bytes of a file as base64. */
async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const CHUNK = 0x8000;
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

type Act = (deps: ActDeps, input: ActInput) => Promise<Result<ActOutcome>>;

/** Makes the call of an act and converts its answer to an outcome. */
async function outcomeOf<Value>(
  { client }: ActDeps,
  name: ActName,
  schema: v.GenericSchema<unknown, Value>,
  body: object,
  read: (value: Value) => ActOutcome,
): Promise<Result<ActOutcome>> {
  const answer = await client.call(name, schema, body);
  return answer.ok ? success(read(answer.value)) : answer;
}

const plain =
  (name: ActName, bodyOf: (draft: Draft) => object = () => ({})): Act =>
  (deps, { draft }) =>
    outcomeOf(
      deps,
      name,
      actDone,
      { userId: draft.userId, ...bodyOf(draft), ...reasonOf(draft) },
      ({ outcome }) => ({ kind: outcome }),
    );

const add: Act = (deps, { draft }) => {
  const body = {
    userId: (draft.values['userId'] ?? '').trim(),
    fields: changedFields(draft.values, null),
    ...groupsOf(draft.values),
    ...reasonOf(draft),
  };
  return outcomeOf(deps, 'add', account, body, ({ userId }) => ({
    kind: 'account',
    userId,
    outcome: 'added',
  }));
};

const change: Act = (deps, { draft, person }) => {
  if (person === null) return Promise.resolve(refused('noAccount'));
  const { id, userId } = person;
  const fields = changedFields(draft.values, person);
  const body = { id, fields, ...groupsOf(draft.values), ...reasonOf(draft) };
  return outcomeOf(deps, 'change', changedAccount, body, (changed) => ({
    kind: 'account',
    userId,
    outcome: changed ? 'changed' : 'unchanged',
  }));
};

const setActive =
  (name: 'disable' | 'enable'): Act =>
  (deps, { draft, person }) => {
    if (person === null) return Promise.resolve(refused('noAccount'));
    const body = { id: person.id, ...reasonOf(draft) };
    return outcomeOf(deps, name, changedAccount, body, (changed) => ({
      kind: changed ? 'done' : 'unchanged',
    }));
  };

const importing =
  (name: 'importCheck' | 'importRun'): Act =>
  async (deps, { draft, file }) => {
    if (file === null) return refused('unreadable');
    if (file.file.size > DESK_IMPORT_MAX) return refused('tooBig');
    const content = await base64Of(file.file);
    const body = { content, format: file.format, ...reasonOf(draft) };
    return outcomeOf(deps, name, jobBegun, body, () => ({ kind: 'done' }));
  };

const bulk =
  (name: 'bulkCheck' | 'bulkRun'): Act =>
  async (deps, { draft, list }) => {
    if (list === null) return refused('unreadable');
    if (list.file.size > DESK_IMPORT_MAX) return refused('tooBig');
    const { act, clientId, file } = list;
    const content = await base64Of(file);
    const body = { content, act, ...(act === 'passwordLink' && { clientId }), ...reasonOf(draft) };
    return outcomeOf(deps, name, jobBegun, body, () => ({ kind: 'done' }));
  };

const ACTS: Readonly<Record<ActName, Act>> = {
  unlock: plain('unlock'),
  wake: plain('wake'),
  endSessions: plain('endSessions'),
  disable: setActive('disable'),
  enable: setActive('enable'),
  removeFactor: plain('removeFactor', ({ values }) => ({ factorId: values['factorId'] })),
  temporaryCode: (deps, { draft }) =>
    outcomeOf(
      deps,
      'temporaryCode',
      temporaryCode,
      { userId: draft.userId, ...reasonOf(draft) },
      (issued) => ({ kind: 'code', ...issued }),
    ),
  appLink: (deps, { draft }) =>
    outcomeOf(deps, 'appLink', appLink, { userId: draft.userId, ...reasonOf(draft) }, (issued) => ({
      kind: 'appLink',
      ...issued,
    })),
  passwordLink: (deps, { draft, person }) => {
    const body = {
      userId: draft.userId,
      kind: person?.password.isSet ? 'change' : 'create',
      clientId: draft.values['clientId'] ?? '',
      ...reasonOf(draft),
    };
    return outcomeOf(deps, 'passwordLink', passwordLink, body, (issued) =>
      issued.outcome === 'sent'
        ? { kind: 'sent', to: issued.to, validUntil: issued.validUntil }
        : { kind: 'link', link: issued.link, validUntil: issued.validUntil, reason: issued.why },
    );
  },
  add,
  change,
  importCheck: importing('importCheck'),
  importRun: importing('importRun'),
  bulkCheck: bulk('bulkCheck'),
  bulkRun: bulk('bulkRun'),
  auditExport: (deps, { draft, filter }) => {
    const format = draft.values['format'] === 'ndjson' ? 'ndjson' : 'csv';
    const body = { ...filledFields(filter), format, ...reasonOf(draft) };
    return outcomeOf(deps, 'auditExport', auditExportId, body, ({ exportId }) => ({
      kind: 'export',
      exportId,
      format,
    }));
  },
  putNotice: (deps, { draft: { values }, timeZone }) => {
    const [from, until] = (['from', 'until'] as const).map((name) => instantOf(values[name] ?? '', timeZone));
    const wrong = [...(from === null ? ['from'] : []), ...(until === null ? ['until'] : [])];
    if (wrong.length > 0) return Promise.resolve(refused('invalid', wrong.join(',')));
    const { noticeId, ko = '', en = '' } = values;
    const body = { ...(noticeId && { noticeId }), ko: ko.trim(), en: en.trim(), from, until };
    return outcomeOf(deps, 'putNotice', notice, body, () => ({ kind: 'done' }));
  },
  endNotice: (deps, { draft: { values } }) =>
    outcomeOf(deps, 'endNotice', actDone, { noticeId: values['noticeId'] }, () => ({ kind: 'done' })),
};

/** Performs a confirmed act. */
export const performAct: Act = (deps, input) => ACTS[input.draft.act](deps, input);
