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
  /** `next` of the page before. */
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

/** Body of `auditExport`. Its answer is a file: text/csv (UTF-8 with BOM) or application/x-ndjson. */
export type AuditExportBody = AuditFilter & { readonly format: 'csv' | 'ndjson'; readonly reason: string };
