import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { DeskJob } from '#wire/desk/import.ts';

/** Long jobs of the help desk, which run on while the person leaves and returns. */
export interface DeskJobs {
  begin(userId: string, kind: DeskJob['kind']): Promise<DeskJob>;
  write(job: DeskJob): Promise<void>;
  /** A job of a person, or their last one; null when there is none. */
  find(userId: string, jobId: string | null): Promise<DeskJob | null>;
}

/** A running job without progress for this long belongs to a crashed server. */
const LOST_MS = 5 * 60_000;

export function deskJobsIn(db: Storage, now: Clock): DeskJobs {
  const insert = db.prepare(insertInto('desk_jobs', ['job_id', 'user_id', 'content', 'touched_at']));
  const write = db.prepare('UPDATE desk_jobs SET content = ?, touched_at = ? WHERE job_id = ?');
  const named = db.prepare<TableRow<'desk_jobs'>>('SELECT * FROM desk_jobs WHERE job_id = ? AND user_id = ?');
  const last = db.prepare<TableRow<'desk_jobs'>>(
    'SELECT * FROM desk_jobs WHERE user_id = ? ORDER BY touched_at DESC LIMIT 1',
  );
  return {
    async begin(userId, kind) {
      const job: DeskJob = {
        jobId: randomUUID(),
        kind,
        state: 'running',
        done: 0,
        total: 0,
        startedAt: now(),
        added: 0,
        changed: 0,
        unchanged: 0,
        problems: [],
        problemCount: 0,
        notes: [],
        noteCount: 0,
        changes: [],
        isCp949: false,
      };
      await insert.run(job.jobId, userId, JSON.stringify(job), now());
      return job;
    },
    async write(job) {
      await write.run(JSON.stringify(job), now(), job.jobId);
    },
    async find(userId, jobId) {
      const row = jobId === null ? await last.get(userId) : await named.get(jobId, userId);
      if (!row) return null;
      const job: DeskJob = JSON.parse(row.content);
      const isLost = job.state === 'running' && row.touched_at < now() - LOST_MS;
      return isLost ? { ...job, state: 'failed' } : job;
    },
  };
}
