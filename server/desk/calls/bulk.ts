import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { adminActions } from '#server/administration/admin-actions.ts';
import {
  type BulkAct,
  bulkActs,
  forEachPerson,
  isFinalResult,
  isMailedAct,
} from '#server/administration/bulk.ts';
import { decodeTable } from '#server/administration/files/decode.ts';
import { userIdsInCsv } from '#server/administration/files/tables.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import { isAtLeast } from '#server/desk/roles.ts';
import { hashOf } from '#server/http/guard/idempotency.ts';
import type { StoredBulkJob } from '#server/storage/repositories/desk-jobs.ts';
import { BULK_ACTS, type BulkBody, type BulkJob, type BulkResult, isBulkRefusal } from '#wire/desk/bulk.ts';
import { auditActionOf } from '#wire/desk/calls.ts';
import type { StartedJob } from '#wire/desk/job.ts';
import { checkJobAllowed, JOB_KINDS, runInBackground } from './job.ts';

export const bulkBody = v.object({
  content: v.pipe(v.string(), v.base64()),
  act: v.picklist(BULK_ACTS),
  clientId: v.exactOptional(v.string()),
  reason: v.exactOptional(v.string()),
}) satisfies v.GenericSchema<BulkBody>;

type Body = v.InferOutput<typeof bulkBody>;

/** Maximum number of refusals that a job lists with their IDs. */
const MAX_LISTED_REFUSALS = 50;

/**
 * After so many people, a check stores its progress. A run stores its progress after each person, so that a person does
 * not get a second link.
 */
const PEOPLE_PER_WRITE = 20;

/** The shortest time between two mails: at most 600 in a minute, like the default of the command. */
const MIN_MAIL_INTERVAL_MS = 100;

/**
 * The different IDs in a file: a CSV file with a column `userId`, or a list separated by spaces, commas, semicolons or
 * line ends.
 * @param content the file in base64
 */
function listedIds(content: string): readonly string[] {
  const text = decodeTable(Buffer.from(content, 'base64'))?.text ?? '';
  return userIdsInCsv(text) ?? [...new Set(text.split(/[\s,;]+/))].filter((userId) => userId !== '');
}

/** A bulk act that skips the account of the desk user, and accounts with a higher role than the desk user's. */
export function protectedAct(
  { admin, roles, role }: Pick<DeskCallContext, 'admin' | 'roles' | 'role'>,
  work: BulkAct['run'],
): BulkAct['run'] {
  const { findOrNull } = adminActions(admin);
  return async (typedId) => {
    const account = await findOrNull(typedId);
    if (account?.userId === admin.actor) return 'ownAccount';
    if (account && !isAtLeast(role, await roles.ofUser(account.userId))) return 'higherRole';
    return work(typedId);
  };
}

type BulkProgress = StoredBulkJob['progress'];

/**
 * The progress with which a run starts: the progress of the last run of the same list by this desk user if it was not
 * finished, otherwise none.
 */
async function initialProgress({ jobs, session }: DeskCallContext, list: string): Promise<BulkProgress> {
  const lastJob = await jobs.find(
    session.userId,
    null,
    JOB_KINDS.bulk,
    // A job of an earlier version has no progress.
    ({ kind, progress }) => kind === 'bulkRun' && progress?.list === list,
  );
  const isComplete = lastJob?.state === 'done' && lastJob.progress.toRetry.length === 0;
  return lastJob && !isComplete ? lastJob.progress : { list, tried: 0, toRetry: [] };
}

/** The progress after the result for one more person. */
function progressAfter(
  { list, tried, toRetry }: BulkProgress,
  userId: string,
  result: BulkResult,
): BulkProgress {
  const otherIds = toRetry.filter((otherId) => otherId !== userId);
  return {
    list,
    tried: otherIds.length === toRetry.length ? tried + 1 : tried,
    toRetry: isFinalResult(result) ? otherIds : [...otherIds, userId],
  };
}

/** Checks or runs a bulk act for all people of a list. */
async function performBulk(
  call: DeskCallContext,
  startedJob: StoredBulkJob,
  { act, clientId = '' }: Body,
  userIds: readonly string[],
  isStopping: () => boolean,
): Promise<void> {
  const { admin, jobs } = call;
  const isRun = startedJob.kind === 'bulkRun';
  const work = bulkActs(admin, { clientId, kind: null })[act];
  let job = startedJob;
  const addResult = (userId: string, result: BulkResult): void => {
    const refusals = isBulkRefusal(result) ? [{ userId, result }] : [];
    job = {
      ...job,
      done: job.done + 1,
      progress: progressAfter(job.progress, userId, result),
      results: { ...job.results, [result]: (job.results[result] ?? 0) + 1 },
      refusals: [...job.refusals, ...refusals].slice(0, MAX_LISTED_REFUSALS),
    };
  };
  const { tried, toRetry } = startedJob.progress;
  const isComplete = await forEachPerson(
    [...toRetry, ...userIds.slice(tried)],
    protectedAct(call, isRun ? work.run : work.check),
    async (userId, result) => {
      addResult(userId, result);
      if (isRun || job.done % PEOPLE_PER_WRITE === 0) await jobs.write(job);
      if (isStopping()) throw new DeskRefusal('storage');
    },
    async (startedAt) => {
      if (isRun && isMailedAct(act))
        await setTimeout(Math.max(0, startedAt + MIN_MAIL_INTERVAL_MS - performance.now()));
    },
  );
  const name = auditActionOf(act);
  adminActions(admin).report({
    action: isRun ? `bulk-${name}` : `bulk-${name}-plan`,
    details: { accounts: userIds.length, before: startedJob.done, ...job.results },
  });
  await jobs.write({ ...job, state: isComplete ? 'done' : 'stopped' });
}

/**
 * Begins to check or run a bulk act in the background; the job contains the progress. A run continues an unfinished run
 * of the same list (rule 266).
 */
export const beginBulk =
  (kind: BulkJob['kind']) =>
  async (call: DeskCallContext, body: Body): Promise<StartedJob> => {
    const { jobs, portal, session } = call;
    const userIds = listedIds(body.content);
    if (userIds.length === 0) throw new DeskRefusal('invalid', { fields: ['list'] });
    if (body.act === 'passwordLink' && !portal.client(body.clientId ?? '')) throw new DeskRefusal('noClient');
    await checkJobAllowed(call, 'bulk', body.content);
    const progress = await initialProgress(call, hashOf(body.act, body.clientId ?? '', userIds.join('\n')));
    const before = progress.tried - progress.toRetry.length;
    const startedJob = await jobs.begin<StoredBulkJob>(session.userId, {
      kind,
      state: 'running',
      act: body.act,
      ...(before > 0 && { before }),
      done: before,
      total: userIds.length,
      startedAt: portal.now(),
      results: {},
      refusals: [],
      progress,
    });
    runInBackground(call, 'bulk', startedJob.jobId, (isStopping) =>
      performBulk(call, startedJob, body, userIds, isStopping),
    );
    return { jobId: startedJob.jobId };
  };
