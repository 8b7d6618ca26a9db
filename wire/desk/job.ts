import type { BulkJob } from './bulk.ts';
import type { ImportJob } from './import.ts';

/** Kinds of jobs: an import of accounts, or a bulk act. */
export const JOB_SUBJECTS = ['import', 'bulk'] as const;
export type JobSubject = (typeof JOB_SUBJECTS)[number];

/**
 * Body of `job`. Without `jobId`, the answer is the last job of the caller of the kind `of`; without `of`, the last
 * import.
 */
export type JobQuery = { readonly jobId?: string; readonly of?: JobSubject };

/** The answer of `importCheck`, `importRun`, `bulkCheck` and `bulkRun`. */
export type StartedJob = { readonly jobId: string };

/** The answer of `job`. From a day after the end of the job, the call is refused with `noJob`. */
export type DeskJob = ImportJob | BulkJob;
