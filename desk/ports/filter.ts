import type { AuditFields } from '#machines/desk/desk.types.ts';
import type { AuditFilter } from '#wire/desk/audit.ts';

/** What is looked for in the audit: the fields that are filled in. */
export const filledIn = (fields: AuditFields): AuditFilter =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );
