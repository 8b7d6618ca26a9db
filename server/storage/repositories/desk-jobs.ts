import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { AuditExportFormat, AuditFilter } from '#wire/desk/audit.ts';
import type { BulkJob } from '#wire/desk/bulk.ts';
import type { ImportJob } from '#wire/desk/import.ts';

/** An export of the audit, which the page reads in parts. */
export type AuditExportJob = {
  readonly jobId: string;
  readonly kind: 'auditExport';
  /** `left`: the desk user has not continued the export to its last part. */
  readonly state: 'running' | 'done' | 'left';
  readonly format: AuditExportFormat;
  readonly filter: AuditFilter;
  /** Key of the last line of the part before the current part; null for the first part. */
  readonly after: string | null;
  /** How many lines were exported before the current part. */
  readonly linesBefore: number;
  /** How many lines were exported, including the current part. */
  readonly lines: number;
};

/** A bulk act, with its progress, from which a later run for the same IDs continues. */
export type StoredBulkJob = BulkJob & {
  readonly progress: {
    /** Hash of the act, the service and the IDs, to recognise a repetition. */
    readonly list: string;
    /** How many IDs of the list were tried, from the first. */
    readonly tried: number;
    /** The tried IDs that have to be tried again. */
    readonly toRetry: readonly string[];
  };
};

type StoredJob = ImportJob | StoredBulkJob | AuditExportJob;
type JobKind = StoredJob['kind'];
type JobOf<Kind extends JobKind> = Extract<StoredJob, { readonly kind: Kind }>;

/** The jobs of the help desk. */
export interface DeskJobs {
  /** Stores a new job. */
  begin<Job extends StoredJob>(userId: string, job: Omit<Job, 'jobId'>): Promise<Job>;
  /** Stores the progress of a job. */
  write(job: StoredJob): Promise<void>;
  /**
   * Finds a job of a desk user, of one of these kinds.
   * @param jobId null for the newest job
   */
  find<const Kind extends JobKind>(
    userId: string,
    jobId: string | null,
    kinds: readonly Kind[],
    matches?: (job: JobOf<Kind>) => boolean,
  ): Promise<JobOf<Kind> | null>;
}

/** An import or bulk act without progress for so long was on a server that has crashed. */
const LOST_AFTER_MS = 5 * 60_000;

export function deskJobsIn(db: Storage, now: Clock): DeskJobs {
  const insert = db.prepare(insertInto('desk_jobs', ['job_id', 'user_id', 'content', 'touched_at']));
  const write = db.prepare('UPDATE desk_jobs SET content = ?, touched_at = ? WHERE job_id = ?');
  const newestFirst = db.prepare<TableRow<'desk_jobs'>>(
    'SELECT * FROM desk_jobs WHERE user_id = ? ORDER BY touched_at DESC, job_id DESC',
  );
  let jobCount = 0;
  /** The alphabetical order of the ids of a process is the order of their creation. */
  const newJobId = (): string => {
    jobCount += 1;
    return [String(now()).padStart(15, '0'), String(jobCount).padStart(9, '0'), randomUUID()].join('-');
  };
  return {
    async begin<Job extends StoredJob>(userId: string, job: Omit<Job, 'jobId'>) {
      const startedJob = { ...job, jobId: newJobId() } as Job;
      await insert.run(startedJob.jobId, userId, JSON.stringify(startedJob), now());
      return startedJob;
    },
    async write(job) {
      await write.run(JSON.stringify(job), now(), job.jobId);
    },
    async find<const Kind extends JobKind>(
      userId: string,
      jobId: string | null,
      kinds: readonly Kind[],
      matches: (job: JobOf<Kind>) => boolean = () => true,
    ) {
      const isRequested = (job: StoredJob): job is JobOf<Kind> =>
        kinds.some((kind) => kind === job.kind) && (jobId === null || jobId === job.jobId);
      for (const { content, touched_at } of await newestFirst.all(userId)) {
        const job: StoredJob = JSON.parse(content);
        if (!isRequested(job) || !matches(job)) continue;
        const isLost =
          job.kind !== 'auditExport' && job.state === 'running' && touched_at < now() - LOST_AFTER_MS;
        return isLost ? { ...job, state: 'failed' } : job;
      }
      return null;
    },
  };
}
