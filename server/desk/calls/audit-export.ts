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
import { eventOf, filterEntries, pageKey, positionOfPageKey, progressOf, queryOf } from './audit.ts';

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
  const lastJob = await jobs.find(session.userId, null, KIND);
  if (lastJob?.state === 'running') await endAsLeft(call, lastJob);
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

/** A part of the exported file. The last part may be requested again. */
export async function auditExportPart(
  call: DeskCallContext,
  { exportId, after }: v.InferOutput<typeof auditExportPartBody>,
): Promise<AuditExportPart> {
  const { flushAudit, jobs, searchAudit } = call;
  const job = await exportOf(call, exportId);
  const key = after ?? null;
  if (key === null) await flushAudit();
  const searchResult = await searchAudit(
    await queryOf(call, job.filter),
    positionOfPageKey(after),
    PART_LINES,
  );
  const { head, row } = FORMATS[job.format];
  const rows = searchResult.lines.map((line) => row(eventOf(line, false), line));
  const linesBefore = key === job.after ? job.linesBefore : job.lines;
  const lines = linesBefore + rows.length;
  const isFirstEnd = searchResult.last === null && job.state === 'running';
  const updatedJob: AuditExportJob = {
    ...job,
    after: key,
    linesBefore,
    lines,
    state: isFirstEnd ? 'done' : job.state,
  };
  await jobs.write(updatedJob);
  if (isFirstEnd) reportEnd(call, updatedJob, 'ok');
  return { content: (key === null ? head : '') + rows.join(''), lines, ...progressOf(searchResult.last) };
}

/** Ends an export that the person does not continue. */
export async function auditExportEnd(
  call: DeskCallContext,
  { exportId }: v.InferOutput<typeof auditExportEndBody>,
): Promise<ActResult> {
  const job = await exportOf(call, exportId);
  if (job.state !== 'running') return { outcome: 'unchanged' };
  await endAsLeft(call, job);
  return { outcome: 'done' };
}
