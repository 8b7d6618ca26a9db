import type { BulkJob } from './bulk.ts';
import type { ImportJob } from './import.ts';

export const JOB_SUBJECTS = ['import', 'bulk'] as const;
export type JobSubject = (typeof JOB_SUBJECTS)[number];

/** Body of `job`; without an ID, the last job of the caller on the subject, by default an import. */
export type JobQuery = { readonly jobId?: string; readonly of?: JobSubject };

/** The answer of `importCheck`, `importRun`, `bulkCheck` and `bulkRun`. */
export type StartedJob = { readonly jobId: string };

/** The answer of `job`. A day after the end of the job, the answer is the refusal `noJob`. */
export type DeskJob = ImportJob | BulkJob;
