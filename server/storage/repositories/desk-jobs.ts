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
  readonly state: 'running' | 'done' | 'left';
  readonly format: AuditExportFormat;
  readonly filter: AuditFilter;
  /** Key of the last answered part, null for the first; and the lines before it. */
  readonly after: string | null;
  readonly linesBefore: number;
  readonly lines: number;
};

/** A bulk act with the progress that a later run of the same list continues. */
export type StoredBulkJob = BulkJob & {
  readonly progress: {
    /** Hash of act, service and IDs. */
    readonly list: string;
    /** Number of IDs, from the first of the list, that were tried. */
    readonly tried: number;
    /** The tried IDs that have to be tried again. */
    readonly toRetry: readonly string[];
  };
};

type StoredJob = ImportJob | StoredBulkJob | AuditExportJob;
type JobKind = StoredJob['kind'];
type JobOf<Kind extends JobKind> = Extract<StoredJob, { readonly kind: Kind }>;

/** Long jobs of the help desk, which a desk user may leave and find again. */
export interface DeskJobs {
  begin<Job extends StoredJob>(userId: string, job: Omit<Job, 'jobId'>): Promise<Job>;
  write(job: StoredJob): Promise<void>;
  /** A job of a person, or the one that they began last; null when there is none of these kinds. */
  find<const Kind extends JobKind>(
    userId: string,
    jobId: string | null,
    kinds: readonly Kind[],
    isWanted?: (job: JobOf<Kind>) => boolean,
  ): Promise<JobOf<Kind> | null>;
}

/** A job in the background without progress for this long belongs to a crashed server. */
const LOST_MS = 5 * 60_000;

export function deskJobsIn(db: Storage, now: Clock): DeskJobs {
  const insert = db.prepare(insertInto('desk_jobs', ['job_id', 'user_id', 'content', 'touched_at']));
  const write = db.prepare('UPDATE desk_jobs SET content = ?, touched_at = ? WHERE job_id = ?');
  const newestFirst = db.prepare<TableRow<'desk_jobs'>>(
    'SELECT * FROM desk_jobs WHERE user_id = ? ORDER BY touched_at DESC, job_id DESC',
  );
  let jobCount = 0;
  /** IDs of one process sort by the order in which they are made. */
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
      isWanted: (job: JobOf<Kind>) => boolean = () => true,
    ) {
      const isOfKind = (job: StoredJob): job is JobOf<Kind> =>
        kinds.some((kind) => kind === job.kind) && (jobId === null || jobId === job.jobId);
      for (const { content, touched_at } of await newestFirst.all(userId)) {
        const job: StoredJob = JSON.parse(content);
        if (!isOfKind(job) || !isWanted(job)) continue;
        const isLost = job.kind !== 'auditExport' && job.state === 'running' && touched_at < now() - LOST_MS;
        return isLost ? { ...job, state: 'failed' } : job;
      }
      return null;
    },
  };
}
