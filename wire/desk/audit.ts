/** Filter of the audit. An event must match all conditions that are present. */
export type AuditFilter = {
  readonly userId?: string;
  readonly clientId?: string;
  /** An IP address, or a network such as 203.0.113.0/24. */
  readonly network?: string;
  /** `from` and `until`: first and last day, such as `2026-11-20`, in the server's time zone. */
  readonly from?: string;
  readonly until?: string;
};

/** Body of `audit`. */
export type AuditQueryBody = AuditFilter & {
  /** `next` of the previous page. */
  readonly after?: string;
  /** Maximum number of events on the page; 50 by default, and not more than 50. */
  readonly limit?: number;
};

/** An event of the audit. For a viewer, addresses are masked. */
export type DeskAuditEvent = {
  /** ISO 8601, in UTC. */
  readonly time: string;
  readonly event: string;
  /** `ok`, or the code of the refusal. */
  readonly result: string;
  /** ID of the account; empty for an event without an account. */
  readonly userId: string;
  readonly clientId: string;
  readonly method: string;
  readonly address: string;
  readonly browser: string;
  /** A sentence that describes the event. */
  readonly words: { readonly ko: string; readonly en: string };
};

/** The answer of `audit`: one page of events, the newest first. */
export type AuditPage = {
  readonly events: readonly DeskAuditEvent[];
  /**
   * Key of the next page; null at the end. A page before the end may be short or empty, too: the search for events
   * then stopped at `searchedTo`.
   */
  readonly next: string | null;
  /** Time of the oldest searched line (ISO 8601); null when the whole audit was searched. */
  readonly searchedTo: string | null;
};

export const AUDIT_EXPORT_FORMATS = ['csv', 'ndjson'] as const;
/**
 * A `csv` file begins with a byte order mark and a header row; an `ndjson` file has the lines of the audit as stored.
 */
export type AuditExportFormat = (typeof AUDIT_EXPORT_FORMATS)[number];

/** Body of `auditExport`, which begins an export. */
export type AuditExportBody = AuditFilter & { readonly format: AuditExportFormat; readonly reason: string };

/** The answer of `auditExport`; also the body of `auditExportEnd`. */
export type StartedAuditExport = { readonly exportId: string };

/** Body of `auditExportPart`. */
export type AuditExportPartBody = StartedAuditExport & {
  /** `next` of the previous part. */
  readonly after?: string;
};

/** The answer of `auditExportPart`: a part of the file, the newest lines first. */
export type AuditExportPart = Pick<AuditPage, 'next' | 'searchedTo'> & {
  readonly content: string;
  /** Number of exported lines, including this part. */
  readonly lines: number;
};
