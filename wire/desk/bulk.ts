/** Acts that can be done for all people in a list. */
export const BULK_ACTS = ['passwordLink', 'appLink', 'disable', 'enable'] as const;
export type BulkActName = (typeof BULK_ACTS)[number];

/**
 * Results of a bulk act for one person. `nothingMissing`: the account needs no link for a first password; `tooMany`:
 * too many links were issued for the account; `notLocal`: the account is managed elsewhere; `refused`: any other
 * refusal.
 */
export const BULK_RESULTS = [
  'sent',
  'changed',
  'unchanged',
  'nothingMissing',
  'noAccount',
  'noMail',
  'noGateway',
  'noPassword',
  'notActive',
  'notLocal',
  'notSent',
  'tooMany',
  'ownAccount',
  'higherRole',
  'refused',
] as const;
export type BulkResult = (typeof BULK_RESULTS)[number];

/** Body of `bulkCheck`, which changes nothing, and of `bulkRun`. Both calls start a {@link BulkJob}. */
export type BulkBody = {
  /** A list of IDs, or a CSV file with a column `userId`, as base64. */
  readonly content: string;
  readonly act: BulkActName;
  /** The service whose password page the links open; only with `passwordLink`. */
  readonly clientId?: string;
  readonly reason?: string;
};

/** A bulk act that is in progress or has ended. The server stores it for a day after its end. */
export type BulkJob = {
  readonly jobId: string;
  readonly kind: 'bulkCheck' | 'bulkRun';
  /** `stopped`: the gateway refused five mails in a row. */
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly act: BulkActName;
  /** Number of people that an earlier run has finished; absent when this run does not continue an earlier run. */
  readonly before?: number;
  /** `done` and `total`: the number of finished people, and of all people in the list. */
  readonly done: number;
  readonly total: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Number of people for each result. */
  readonly results: Readonly<Partial<Record<BulkResult, number>>>;
  /** The first 50 people with a refusal. */
  readonly refusals: readonly { readonly userId: string; readonly result: BulkResult }[];
};

const SUCCESSES: readonly BulkResult[] = ['sent', 'changed', 'unchanged'];

/** Whether a result is a refusal. */
export const isBulkRefusal = (result: BulkResult): boolean => !SUCCESSES.includes(result);
