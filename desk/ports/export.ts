import { fromPromise } from 'xstate';
import { actResult, auditExportPart } from '#desk/calls/answers.ts';
import type { ActOutcome, AuditExport, AuditExportJob, ExportedPart } from '#machines/desk/desk.types.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { AuditExportFormat } from '#wire/desk/audit.ts';
import type { DeskDeps } from './acts.ts';

const CONTENT_TYPES: Readonly<Record<AuditExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  ndjson: 'application/x-ndjson',
};

/** The ports of an export of the audit. */
export const exportPorts = ({ client }: DeskDeps) => ({
  readExportPart: fromPromise<Result<ExportedPart>, AuditExportJob & { readonly after: string | null }>(
    async ({ input: { exportId, format, after } }) => {
      const body = { exportId, ...(after !== null && { after }) };
      const answer = await client.call('auditExportPart', auditExportPart, body);
      if (!answer.ok) return answer;
      const { content, ...progress } = answer.value;
      return success({ file: new Blob([content], { type: CONTENT_TYPES[format] }), ...progress });
    },
  ),
  endExport: fromPromise<Result<ActOutcome>, { readonly exportId: string }>(async ({ input }) => {
    const answer = await client.call('auditExportEnd', actResult, input);
    return answer.ok ? success({ kind: answer.value.outcome }) : answer;
  }),
});

/** The file of a completed export. */
export const exportedFile = ({ parts, format }: AuditExport): File =>
  new File([...parts], `audit.${format}`, { type: CONTENT_TYPES[format] });
