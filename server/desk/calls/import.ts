import * as v from 'valibot';
import { type AccountChange, type AppliedChange, accountAdmin } from '#server/administration/accounts.ts';
import { adminActions } from '#server/administration/admin-actions.ts';
import type { FileChange, FileProblem } from '#server/administration/files/content.ts';
import { countsOf, FORMATS, isRejected, problemsOf } from '#server/administration/files/formats.ts';
import { valueProblem } from '#server/administration/value-problems.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import { isAtLeast } from '#server/desk/roles.ts';
import { IMPORT_FORMATS, type ImportBody, type ImportJob, type ImportRemark } from '#wire/desk/import.ts';
import type { StartedJob } from '#wire/desk/job.ts';
import { checkJobAllowed, runInBackground } from './job.ts';

export const importBody = v.object({
  content: v.pipe(v.string(), v.base64()),
  format: v.picklist(IMPORT_FORMATS),
  reason: v.exactOptional(v.string()),
}) satisfies v.GenericSchema<ImportBody>;

type Body = v.InferOutput<typeof importBody>;

/** Number of accounts in a transaction, so that sign-ins can run between two transactions. */
const BATCH_SIZE = 200;

/** Maximum number of problems, skipped values and changes that a job lists. */
const MAX_LISTED_REMARKS = 50;

/**
 * The first problems in the order of the file. `detail` is omitted, because a message of a parser may quote the file,
 * which may contain passwords.
 */
const listedProblems = (allProblems: readonly FileProblem[]): readonly ImportRemark[] =>
  allProblems
    .toSorted((first, second) => first.place - second.place)
    .slice(0, MAX_LISTED_REMARKS)
    .map(({ values: { detail: _, ...values }, ...remark }) => ({ ...remark, values }));

/** The problems of changes of the desk user's own account, and of accounts with a higher role than the desk user's. */
async function protectedAccountProblems(
  { admin, roles, role }: DeskCallContext,
  changes: readonly FileChange[],
): Promise<readonly FileProblem[]> {
  const { findOrNull } = adminActions(admin);
  const problems: FileProblem[] = [];
  for (const { place, userId } of changes) {
    const account = await findOrNull(userId);
    if (!account) continue;
    const isOwnAccount = account.userId === admin.actor;
    const hasHigherRole = !isAtLeast(role, await roles.ofUser(account.userId));
    if (isOwnAccount) problems.push({ place, field: 'userId', ...valueProblem('ownAccount') });
    if (hasHigherRole) problems.push({ place, field: 'userId', ...valueProblem('higherRole') });
  }
  return problems;
}

/** The changes as a job lists them. */
const listedChanges = (changes: readonly AppliedChange[]): ImportJob['changes'] =>
  changes.flatMap(({ userId, outcome, differences }) =>
    outcome === 'unchanged' ? [] : [{ userId, outcome, fields: differences.map(({ field }) => field) }],
  );

/** Checks the account changes of a file; if the job is an import, also applies the changes. */
async function importFile(
  call: DeskCallContext,
  startedJob: ImportJob,
  { content, format }: Body,
  isStopping: () => boolean,
): Promise<void> {
  const { admin, jobs, portal } = call;
  const isRun = startedJob.kind === 'importRun';
  const { report } = adminActions(admin);
  const accounts = accountAdmin(admin);
  let job = startedJob;
  const write = (changes: Partial<ImportJob>): Promise<void> => {
    job = { ...job, ...changes };
    return jobs.write(job);
  };
  const refuseFile = (problems: readonly FileProblem[]): Promise<void> => {
    report({ action: isRun ? 'import' : 'import-plan', result: 'file' });
    return write({
      state: 'refused',
      problems: listedProblems(problems),
      problemCount: problems.length,
    });
  };

  const reader = FORMATS.get(format);
  const decoded = reader?.decode(Buffer.from(content, 'base64'));
  if (!reader || !decoded) {
    return refuseFile([{ place: 0, field: '', ...valueProblem('encoding') }]);
  }
  const { accountChanges, problems, notes } = reader.read(decoded.text, portal.config.exactIds);
  await write({
    total: accountChanges.length,
    notes: listedProblems(notes),
    noteCount: notes.length,
    isCp949: decoded.encoding === 'cp949',
  });

  const runInBatches = async (
    work: (batch: readonly FileChange[]) => Promise<readonly AppliedChange[]>,
  ): Promise<void> => {
    for (let first = 0; first < accountChanges.length; first += BATCH_SIZE) {
      if (isStopping()) throw new DeskRefusal('storage');
      const batch = accountChanges.slice(first, first + BATCH_SIZE);
      const applied = await work(batch);
      const { added, changed, unchanged } = countsOf(applied);
      await write({
        done: first + batch.length,
        added: job.added + added,
        changed: job.changed + changed,
        unchanged: job.unchanged + unchanged,
        changes: [...job.changes, ...listedChanges(applied)].slice(0, MAX_LISTED_REMARKS),
      });
    }
  };

  const foundProblems: FileProblem[] = [...problems];
  const checkBatch = async (batch: readonly FileChange[]): Promise<readonly AppliedChange[]> => {
    const planned = await accounts.plan(batch);
    foundProblems.push(...problemsOf(batch, planned), ...(await protectedAccountProblems(call, batch)));
    return planned.filter((change): change is AppliedChange => !isRejected(change));
  };
  await runInBatches(checkBatch);
  if (foundProblems.length > 0) return refuseFile(foundProblems);
  if (isRun) {
    await write({ done: 0, added: 0, changed: 0, unchanged: 0, changes: [] });
    await runInBatches((batch: readonly AccountChange[]) => accounts.apply(batch));
  }
  const { added, changed, unchanged } = job;
  report({ action: isRun ? 'import' : 'import-plan', details: { added, changed, unchanged } });
  await write({ state: 'done' });
}

const newJob = (kind: ImportJob['kind'], startedAt: number): Omit<ImportJob, 'jobId'> => ({
  kind,
  state: 'running',
  done: 0,
  total: 0,
  startedAt,
  added: 0,
  changed: 0,
  unchanged: 0,
  problems: [],
  problemCount: 0,
  notes: [],
  noteCount: 0,
  changes: [],
  isCp949: false,
});

/** Begins to check or import a file in the background; the job contains the progress. */
export const beginImport =
  (kind: ImportJob['kind']) =>
  async (call: DeskCallContext, body: Body): Promise<StartedJob> => {
    const { jobs, portal, session } = call;
    await checkJobAllowed(call, 'import', body.content);
    const startedJob = await jobs.begin<ImportJob>(session.userId, newJob(kind, portal.now()));
    runInBackground(call, 'import', startedJob.jobId, (isStopping) =>
      importFile(call, startedJob, body, isStopping),
    );
    return { jobId: startedJob.jobId };
  };
