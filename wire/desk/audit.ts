/** Filter of the audit; all conditions must match. */
export type AuditFilter = {
  readonly userId?: string;
  readonly clientId?: string;
  /** An address, or a network such as 203.0.113.0/24. */
  readonly network?: string;
  /** First and last day, such as `2026-11-20`, in the server's time zone. */
  readonly from?: string;
  readonly until?: string;
};

/** Body of `audit`. */
export type AuditQueryBody = AuditFilter & {
  /** `next` of the previous page. */
  readonly after?: string;
  /** At most and by default 50. */
  readonly limit?: number;
};

/** An event; for a viewer, addresses are masked. */
export type DeskAuditEvent = {
  /** ISO 8601, in UTC. */
  readonly time: string;
  readonly event: string;
  /** `ok`, else the code of the refusal. */
  readonly result: string;
  /** Empty for an event of no account. */
  readonly userId: string;
  readonly clientId: string;
  readonly method: string;
  readonly address: string;
  readonly browser: string;
  /** Description of the event. */
  readonly words: { readonly ko: string; readonly en: string };
};

/** The answer of `audit`, the newest first. */
export type AuditPage = {
  readonly events: readonly DeskAuditEvent[];
  /** Key of the next page, null at the end. A page may be short or empty and have a next one: the search stopped at `searchedTo`. */
  readonly next: string | null;
  /** ISO 8601, time of the oldest line that was searched; null when everything was searched. */
  readonly searchedTo: string | null;
};

export const AUDIT_EXPORT_FORMATS = ['csv', 'ndjson'] as const;
/** `csv` has a byte order mark and a head; `ndjson` has the lines of the audit as they are stored. */
export type AuditExportFormat = (typeof AUDIT_EXPORT_FORMATS)[number];

/** Body of `auditExport`, which begins an export. */
export type AuditExportBody = AuditFilter & { readonly format: AuditExportFormat; readonly reason: string };

/** The answer of `auditExport`, and the body of `auditExportEnd`. */
export type StartedAuditExport = { readonly exportId: string };

/** Body of `auditExportPart`. */
export type AuditExportPartBody = StartedAuditExport & {
  /** `next` of the previous part. */
  readonly after?: string;
};

/** The answer of `auditExportPart`: a part of the file, the newest lines first. */
export type AuditExportPart = Pick<AuditPage, 'next' | 'searchedTo'> & {
  readonly content: string;
  /** Number of lines up to this part. */
  readonly lines: number;
};
