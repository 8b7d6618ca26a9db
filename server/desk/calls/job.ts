import * as v from 'valibot';
import type { DeskCallContext } from '#server/desk/context.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import { log } from '#server/operations/log.ts';
import { type DeskJob, JOB_SUBJECTS, type JobQuery, type JobSubject } from '#wire/desk/job.ts';
import { DESK_MAX_FILE_BYTES } from '#wire/desk/names.ts';

/** The kinds of jobs on each subject. */
export const JOB_KINDS = {
  import: ['importCheck', 'importRun'],
  bulk: ['bulkCheck', 'bulkRun'],
} as const satisfies Readonly<Record<JobSubject, readonly DeskJob['kind'][]>>;

export const jobBody = v.object({
  jobId: v.exactOptional(v.string()),
  of: v.exactOptional(v.picklist(JOB_SUBJECTS), 'import'),
}) satisfies v.GenericSchema<JobQuery>;

/**
 * Checks that a job may begin: its file is not too big, and no other job of the desk user on this subject is running.
 * @param content the file of the job, in base64
 * @throws DeskRefusal `tooBig`, `tooMany`
 */
export async function checkJobAllowed(
  { jobs, session }: DeskCallContext,
  subject: JobSubject,
  content: string,
): Promise<void> {
  // Base64 has 4 characters for 3 bytes.
  if (content.length > (DESK_MAX_FILE_BYTES * 4) / 3 + 4) throw new DeskRefusal('tooBig');
  const lastJob = await jobs.find(session.userId, null, JOB_KINDS[subject]);
  if (lastJob?.state === 'running') throw new DeskRefusal('tooMany', { retrySeconds: 10 });
}

/**
 * Runs a job in the background. If the job throws an error, it is stored as failed.
 * @param work the job; it may throw a DeskRefusal to stop, which is not logged
 */
export function runInBackground(
  { startInBackground, jobs, session }: DeskCallContext,
  subject: JobSubject,
  jobId: string,
  work: (isStopping: () => boolean) => Promise<void>,
): void {
  startInBackground(async (isStopping) => {
    try {
      await work(isStopping);
    } catch (error) {
      if (!(error instanceof DeskRefusal)) log.fault(error);
      const storedJob = await jobs.find<DeskJob['kind']>(session.userId, jobId, JOB_KINDS[subject]);
      if (storedJob) await jobs.write({ ...storedJob, state: 'failed' });
    }
  });
}

/** Returns a job of the desk user, or the newest job on a subject. */
export async function job(
  { jobs, session }: DeskCallContext,
  { jobId, of: subject }: v.InferOutput<typeof jobBody>,
): Promise<DeskJob> {
  const storedJob = await jobs.find<DeskJob['kind']>(session.userId, jobId ?? null, JOB_KINDS[subject]);
  if (!storedJob) throw new DeskRefusal('noJob');
  const { progress: _, ...job }: DeskJob & { readonly progress?: object } = storedJob;
  return job;
}
