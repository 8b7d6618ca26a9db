import type { AuditFields } from '#machines/desk/desk.types.ts';
import type { AuditFilter } from '#wire/desk/audit.ts';

/** The filter of the audit that a person has typed, without empty fields. */
export const filledFields = (fields: AuditFields): AuditFilter =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );
