/** Acts that can be done for all people in a list. */
export const BULK_ACTS = ['passwordLink', 'appLink', 'disable', 'enable'] as const;
export type BulkActName = (typeof BULK_ACTS)[number];

/** Results for one person. */
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

/** Body of `bulkCheck` (changes nothing) and `bulkRun`. Both begin a {@link BulkJob}. */
export type BulkBody = {
  /** A list of IDs, or a CSV file with a column `userId`, as base64. */
  readonly content: string;
  readonly act: BulkActName;
  /** The service of password links. */
  readonly clientId?: string;
  readonly reason?: string;
};

/** A bulk act in progress or ended; stored for a day after its end. */
export type BulkJob = {
  readonly jobId: string;
  readonly kind: 'bulkCheck' | 'bulkRun';
  /** `stopped`: the gateway refused five mails in a row. */
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly act: BulkActName;
  /** Number of people for whom an earlier run, which this one continues, was done; absent when it continues none. */
  readonly before?: number;
  readonly done: number;
  readonly total: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Number of people by result. */
  readonly results: Readonly<Partial<Record<BulkResult, number>>>;
  /** The first 50 people with a refusal. */
  readonly refusals: readonly { readonly userId: string; readonly result: BulkResult }[];
};

const SUCCESSES: readonly BulkResult[] = ['sent', 'changed', 'unchanged'];

/** Whether a result is a refusal. */
export const isBulkRefusal = (result: BulkResult): boolean => !SUCCESSES.includes(result);
