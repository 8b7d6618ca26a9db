import type * as v from 'valibot';
import {
  account,
  actResult,
  appLink,
  changedAccount,
  notice,
  passwordLink,
  startedAuditExport,
  startedJob,
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
import { DESK_MAX_FILE_BYTES } from '#wire/desk/names.ts';
import { ACCOUNT_FIELDS, type DeskPerson } from '#wire/desk/people.ts';
import { filledFields } from './filter.ts';

/** What an act needs: the confirmed draft, and the state of the page. */
export type ActInput = {
  readonly draft: Draft;
  readonly person: DeskPerson | null;
  readonly filter: AuditFields;
  readonly file: ImportFile | null;
  readonly list: BulkList | null;
  readonly timeZone: string;
};

/** What the ports of the help desk depend on. */
export type DeskDeps = { readonly client: DeskClient };

/** A failure as if the server had refused the act, for values that are not sent to the server. */
const refusedResult = (code: string, fields = ''): Result<never> =>
  failed({ kind: 'rejected', status: 400, code, message: '', details: { fields } });

/** The typed reason of an act, as a field of the call; no field if no reason was typed. */
const reasonOf = ({ values }: Draft) => {
  const reason = values['reason']?.trim();
  return reason ? { reason } : {};
};

/** The typed values that differ from the fields of the account; for a new account, all typed values. */
function changedFields(values: ActValues, person: DeskPerson | null): Record<string, string> {
  const changed = ACCOUNT_FIELDS.filter((field) => field !== 'userId').flatMap((field) => {
    const value = values[field]?.trim();
    return value === undefined || value === (person?.fields[field] ?? '') ? [] : [[field, value] as const];
  });
  return Object.fromEntries(changed);
}

/** The typed groups, as a field of the call; no field if the act has no groups. */
const groupsOf = (values: ActValues): { readonly groups?: readonly string[] } => {
  const groups = values['groups'];
  if (groups === undefined) return {};
  return { groups: groups.split(',').flatMap((name) => name.trim() || []) };
};

/** Number of bytes that are converted at a time, because a function call allows only so many arguments. */
const CHUNK_BYTES = 0x8000;

/** The bytes of a file as base64. */
async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  return btoa(text);
}

/** Performs an act; returns its outcome. */
type Act = (deps: DeskDeps, input: ActInput) => Promise<Result<ActOutcome>>;

/** Makes the call of an act and converts its answer to an outcome. */
async function callAct<Value>(
  { client }: DeskDeps,
  name: ActName,
  schema: v.GenericSchema<unknown, Value>,
  body: object,
  toOutcome: (value: Value) => ActOutcome,
): Promise<Result<ActOutcome>> {
  const answer = await client.call(name, schema, body);
  return answer.ok ? success(toOutcome(answer.value)) : answer;
}

/** An act on a person that returns no value. */
const simpleAct =
  (name: ActName, bodyOf: (draft: Draft) => object = () => ({})): Act =>
  (deps, { draft }) =>
    callAct(
      deps,
      name,
      actResult,
      { userId: draft.userId, ...bodyOf(draft), ...reasonOf(draft) },
      ({ outcome }) => ({ kind: outcome }),
    );

/** Adds an account. */
const add: Act = (deps, { draft }) => {
  const body = {
    userId: (draft.values['userId'] ?? '').trim(),
    fields: changedFields(draft.values, null),
    ...groupsOf(draft.values),
    ...reasonOf(draft),
  };
  return callAct(deps, 'add', account, body, ({ userId }) => ({
    kind: 'account',
    userId,
    outcome: 'added',
  }));
};

/** Changes the fields and groups of an account. */
const change: Act = (deps, { draft, person }) => {
  if (person === null) return Promise.resolve(refusedResult('noAccount'));
  const { id, userId } = person;
  const fields = changedFields(draft.values, person);
  const body = { id, fields, ...groupsOf(draft.values), ...reasonOf(draft) };
  return callAct(deps, 'change', changedAccount, body, (changed) => ({
    kind: 'account',
    userId,
    outcome: changed ? 'changed' : 'unchanged',
  }));
};

/** Disables or enables an account. */
const setStatus =
  (name: 'disable' | 'enable'): Act =>
  (deps, { draft, person }) => {
    if (person === null) return Promise.resolve(refusedResult('noAccount'));
    const body = { id: person.id, ...reasonOf(draft) };
    return callAct(deps, name, changedAccount, body, (changed) => ({
      kind: changed ? 'done' : 'unchanged',
    }));
  };

/** Starts the check of an import, or the import. */
const importAct =
  (name: 'importCheck' | 'importRun'): Act =>
  async (deps, { draft, file }) => {
    if (file === null) return refusedResult('unreadable');
    if (file.file.size > DESK_MAX_FILE_BYTES) return refusedResult('tooBig');
    const content = await base64Of(file.file);
    const body = { content, format: file.format, ...reasonOf(draft) };
    return callAct(deps, name, startedJob, body, () => ({ kind: 'done' }));
  };

/** Starts the check of a bulk act, or the bulk act. */
const bulkAct =
  (name: 'bulkCheck' | 'bulkRun'): Act =>
  async (deps, { draft, list }) => {
    if (list === null) return refusedResult('unreadable');
    if (list.file.size > DESK_MAX_FILE_BYTES) return refusedResult('tooBig');
    const { act, clientId, file } = list;
    const content = await base64Of(file);
    const body = { content, act, ...(act === 'passwordLink' && { clientId }), ...reasonOf(draft) };
    return callAct(deps, name, startedJob, body, () => ({ kind: 'done' }));
  };

const ACTS: Readonly<Record<ActName, Act>> = {
  unlock: simpleAct('unlock'),
  wake: simpleAct('wake'),
  endSessions: simpleAct('endSessions'),
  disable: setStatus('disable'),
  enable: setStatus('enable'),
  removeFactor: simpleAct('removeFactor', ({ values }) => ({ factorId: values['factorId'] })),
  temporaryCode: (deps, { draft }) =>
    callAct(deps, 'temporaryCode', temporaryCode, { userId: draft.userId, ...reasonOf(draft) }, (issued) => ({
      kind: 'code',
      ...issued,
    })),
  appLink: (deps, { draft }) =>
    callAct(deps, 'appLink', appLink, { userId: draft.userId, ...reasonOf(draft) }, (issued) => ({
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
    return callAct(deps, 'passwordLink', passwordLink, body, (issued) =>
      issued.outcome === 'sent'
        ? { kind: 'sent', to: issued.to, validUntil: issued.validUntil }
        : { kind: 'link', link: issued.link, validUntil: issued.validUntil, reason: issued.why },
    );
  },
  add,
  change,
  importCheck: importAct('importCheck'),
  importRun: importAct('importRun'),
  bulkCheck: bulkAct('bulkCheck'),
  bulkRun: bulkAct('bulkRun'),
  auditExport: (deps, { draft, filter }) => {
    const format = draft.values['format'] === 'ndjson' ? 'ndjson' : 'csv';
    const body = { ...filledFields(filter), format, ...reasonOf(draft) };
    return callAct(deps, 'auditExport', startedAuditExport, body, ({ exportId }) => ({
      kind: 'export',
      exportId,
      format,
    }));
  },
  putNotice: (deps, { draft: { values }, timeZone }) => {
    const [from, until] = (['from', 'until'] as const).map((name) => instantOf(values[name] ?? '', timeZone));
    const invalidFields = [...(from === null ? ['from'] : []), ...(until === null ? ['until'] : [])];
    if (invalidFields.length > 0) return Promise.resolve(refusedResult('invalid', invalidFields.join(',')));
    const { noticeId, ko = '', en = '' } = values;
    const body = { ...(noticeId && { noticeId }), ko: ko.trim(), en: en.trim(), from, until };
    return callAct(deps, 'putNotice', notice, body, () => ({ kind: 'done' }));
  },
  endNotice: (deps, { draft: { values } }) =>
    callAct(deps, 'endNotice', actResult, { noticeId: values['noticeId'] }, () => ({ kind: 'done' })),
};

/** Performs a confirmed act. */
export const performAct: Act = (deps, input) => ACTS[input.draft.act](deps, input);
