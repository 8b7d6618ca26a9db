import { stringify } from 'csv-stringify/sync';
import * as v from 'valibot';
import { adminActions } from '#server/administration/admin-actions.ts';
import { escapeFormula } from '#server/administration/files/tables.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import type { AuditLine } from '#server/operations/audit/line.ts';
import type { AuditExportJob } from '#server/storage/repositories/desk-jobs.ts';
import type { ActResult } from '#wire/desk/acts.ts';
import {
  AUDIT_EXPORT_FORMATS,
  type AuditExportBody,
  type AuditExportPart,
  type AuditExportPartBody,
  type DeskAuditEvent,
  type StartedAuditExport,
} from '#wire/desk/audit.ts';
import { eventOf, filterEntries, pageKey, placeOfPageKey, progressOf, queryOf } from './audit.ts';

export const auditExportBody = v.object({
  ...filterEntries,
  format: v.picklist(AUDIT_EXPORT_FORMATS),
  reason: v.string(),
}) satisfies v.GenericSchema<AuditExportBody>;

export const auditExportEndBody = v.object({
  exportId: v.string(),
}) satisfies v.GenericSchema<StartedAuditExport>;

export const auditExportPartBody = v.object({
  ...auditExportEndBody.entries,
  after: v.exactOptional(pageKey),
}) satisfies v.GenericSchema<AuditExportPartBody>;

const COLUMNS = ['time', 'event', 'result', 'userId', 'clientId', 'method', 'address', 'browser', 'ko', 'en'];

const BYTE_ORDER_MARK = '\ufeff';

const csvRow = (cells: readonly string[]): string => stringify([cells], { cast: { string: escapeFormula } });

const FORMATS = {
  csv: {
    head: BYTE_ORDER_MARK + csvRow(COLUMNS),
    row: ({ words, ...event }: DeskAuditEvent) => csvRow([...Object.values(event), words.ko, words.en]),
  },
  ndjson: {
    head: '',
    row: (_event: DeskAuditEvent, line: AuditLine) => `${JSON.stringify(line)}\n`,
  },
} as const;

/** Maximum number of lines of a part. */
const PART_LINES = 2_000;

const KIND = ['auditExport'] as const;

/** Audits the end of an export, with its number of lines. */
function reportEnd(
  { admin }: DeskCallContext,
  { filter: { userId }, lines }: AuditExportJob,
  result: 'ok' | 'left',
): void {
  adminActions(admin).report({
    action: 'audit-export-end',
    ...(userId !== undefined && { account: userId }),
    details: { lines },
    result,
  });
}

async function endAsLeft(call: DeskCallContext, job: AuditExportJob): Promise<void> {
  await call.jobs.write({ ...job, state: 'left' });
  reportEnd(call, job, 'left');
}

/** Begins an export of all events that match a filter. Filter and reason are audited; a running export ends as left. */
export async function auditExport(
  call: DeskCallContext,
  { format, reason: _reason, ...filter }: v.InferOutput<typeof auditExportBody>,
): Promise<StartedAuditExport> {
  const { admin, jobs, session } = call;
  const { from, until, account } = await queryOf(call, filter);
  if (from !== undefined && until !== undefined && from >= until) {
    throw new DeskRefusal('invalid', { fields: ['until'] });
  }
  const earlier = await jobs.find(session.userId, null, KIND);
  if (earlier?.state === 'running') await endAsLeft(call, earlier);
  const { jobId } = await jobs.begin<AuditExportJob>(session.userId, {
    kind: 'auditExport',
    state: 'running',
    format,
    filter,
    after: null,
    linesBefore: 0,
    lines: 0,
  });
  adminActions(admin).report({
    action: 'audit-export',
    ...(account !== undefined && { account }),
    details: { format, ...filter },
  });
  return { exportId: jobId };
}

/** @throws DeskRefusal `noJob` for an export that was left or has expired */
async function exportOf({ jobs, session }: DeskCallContext, exportId: string): Promise<AuditExportJob> {
  const job = await jobs.find(session.userId, exportId, KIND);
  if (!job || job.state === 'left') throw new DeskRefusal('noJob');
  return job;
}

/** A part of the file of an export. The same part may be read again. */
export async function auditExportPart(
  call: DeskCallContext,
  { exportId, after }: v.InferOutput<typeof auditExportPartBody>,
): Promise<AuditExportPart> {
  const { flushAudit, jobs, searchAudit } = call;
  const job = await exportOf(call, exportId);
  const key = after ?? null;
  if (key === null) await flushAudit();
  const found = await searchAudit(await queryOf(call, job.filter), placeOfPageKey(after), PART_LINES);
  const { head, row } = FORMATS[job.format];
  const rows = found.lines.map((line) => row(eventOf(line, false), line));
  const linesBefore = key === job.after ? job.linesBefore : job.lines;
  const lines = linesBefore + rows.length;
  const isFirstEnd = found.last === null && job.state === 'running';
  const read: AuditExportJob = {
    ...job,
    after: key,
    linesBefore,
    lines,
    state: isFirstEnd ? 'done' : job.state,
  };
  await jobs.write(read);
  if (isFirstEnd) reportEnd(call, read, 'ok');
  return { content: (key === null ? head : '') + rows.join(''), lines, ...progressOf(found.last) };
}

/** Ends an export that is left for good. */
export async function auditExportEnd(
  call: DeskCallContext,
  { exportId }: v.InferOutput<typeof auditExportEndBody>,
): Promise<ActResult> {
  const job = await exportOf(call, exportId);
  if (job.state !== 'running') return { outcome: 'unchanged' };
  await endAsLeft(call, job);
  return { outcome: 'done' };
}
