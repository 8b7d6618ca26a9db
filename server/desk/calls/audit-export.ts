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
import { auditQuery, eventOf, filterEntries, pageKey, pageProgress, positionOfPageKey } from './audit.ts';

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

/** The beginning of an exported file and its rows, in each format. */
const FORMATS = {
  csv: {
    header: BYTE_ORDER_MARK + csvRow(COLUMNS),
    row: ({ words, ...event }: DeskAuditEvent) => csvRow([...Object.values(event), words.ko, words.en]),
  },
  ndjson: {
    header: '',
    row: (_event: DeskAuditEvent, line: AuditLine) => `${JSON.stringify(line)}\n`,
  },
} as const;

/** Maximum number of lines in a part. */
const MAX_PART_LINES = 2_000;

const JOB_KINDS = ['auditExport'] as const;

/** Writes the end of an export into the audit, with the number of exported lines. */
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

/** Ends an export that was left before its last part. */
async function endAsLeft(call: DeskCallContext, job: AuditExportJob): Promise<void> {
  await call.jobs.write({ ...job, state: 'left' });
  reportEnd(call, job, 'left');
}

/**
 * Begins an export of all events that match a filter. The filter and the reason are written into the audit. An earlier
 * export of the desk user that is still running ends.
 */
export async function auditExport(
  call: DeskCallContext,
  { format, reason: _reason, ...filter }: v.InferOutput<typeof auditExportBody>,
): Promise<StartedAuditExport> {
  const { admin, jobs, session } = call;
  const { from, until, account } = await auditQuery(call, filter);
  if (from !== undefined && until !== undefined && from >= until) {
    throw new DeskRefusal('invalid', { fields: ['until'] });
  }
  const lastJob = await jobs.find(session.userId, null, JOB_KINDS);
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

/**
 * Finds an export of the desk user.
 * @throws DeskRefusal `noJob` for an export that was left or has expired
 */
async function requireExport({ jobs, session }: DeskCallContext, exportId: string): Promise<AuditExportJob> {
  const job = await jobs.find(session.userId, exportId, JOB_KINDS);
  if (!job || job.state === 'left') throw new DeskRefusal('noJob');
  return job;
}

/** Returns a part of the exported file. The part that was requested last may be requested again. */
export async function auditExportPart(
  call: DeskCallContext,
  { exportId, after }: v.InferOutput<typeof auditExportPartBody>,
): Promise<AuditExportPart> {
  const { flushAudit, jobs, searchAudit } = call;
  const job = await requireExport(call, exportId);
  const key = after ?? null;
  if (key === null) await flushAudit();
  const searchResult = await searchAudit(
    await auditQuery(call, job.filter),
    positionOfPageKey(after),
    MAX_PART_LINES,
  );
  const { header, row } = FORMATS[job.format];
  const rows = searchResult.lines.map((line) => row(eventOf(line, false), line));
  const linesBefore = key === job.after ? job.linesBefore : job.lines;
  const lines = linesBefore + rows.length;
  const isNowDone = searchResult.last === null && job.state === 'running';
  const updatedJob: AuditExportJob = {
    ...job,
    after: key,
    linesBefore,
    lines,
    state: isNowDone ? 'done' : job.state,
  };
  await jobs.write(updatedJob);
  if (isNowDone) reportEnd(call, updatedJob, 'ok');
  return { content: (key === null ? header : '') + rows.join(''), lines, ...pageProgress(searchResult.last) };
}

/** Ends an export that the desk user has stopped. */
export async function auditExportEnd(
  call: DeskCallContext,
  { exportId }: v.InferOutput<typeof auditExportEndBody>,
): Promise<ActResult> {
  const job = await requireExport(call, exportId);
  if (job.state !== 'running') return { outcome: 'unchanged' };
  await endAsLeft(call, job);
  return { outcome: 'done' };
}
