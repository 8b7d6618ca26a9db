import * as v from 'valibot';
import { type AccountChange, type AppliedChange, accountAdmin } from '#server/administration/accounts.ts';
import { adminActions } from '#server/administration/admin-actions.ts';
import type { FileChange, FileProblem } from '#server/administration/files/content.ts';
import { countsOf, FORMATS, isRefused, problemsOf } from '#server/administration/files/formats.ts';
import { valueProblem } from '#server/administration/value-problems.ts';
import type { DeskCall } from '#server/desk/context.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import { isAtLeast } from '#server/desk/roles.ts';
import { log } from '#server/operations/log.ts';
import {
  type DeskJob,
  IMPORT_FORMATS,
  type ImportBody,
  type ImportRemark,
  type JobBegun,
  type JobQuery,
} from '#wire/desk/import.ts';
import { DESK_IMPORT_MAX } from '#wire/desk/names.ts';

export const importBody = v.object({
  content: v.pipe(v.string(), v.base64()),
  format: v.picklist(IMPORT_FORMATS),
  reason: v.exactOptional(v.string()),
}) satisfies v.GenericSchema<ImportBody>;

export const jobBody = v.object({ jobId: v.exactOptional(v.string()) }) satisfies v.GenericSchema<JobQuery>;

type Body = v.InferOutput<typeof importBody>;

/** Accounts that one transaction takes, so that sign-ins come in between. */
const PORTION = 200;

const MAX_LISTED = 50;

/** The first remarks, by their place. A parser's own words may quote the file, passwords included: they are for the command line. */
const listed = (found: readonly FileProblem[]): readonly ImportRemark[] =>
  found
    .toSorted((one, other) => one.place - other.place)
    .slice(0, MAX_LISTED)
    .map(({ values: { detail: _, ...values }, ...remark }) => ({ ...remark, values }));

/** Whom the one who asks must not change by a file: themselves, and whoever has a higher role. */
async function guarded(
  { admin, roles, role }: DeskCall,
  changes: readonly FileChange[],
): Promise<readonly FileProblem[]> {
  const { known } = adminActions(admin);
  const problems: FileProblem[] = [];
  for (const { place, userId } of changes) {
    const account = await known(userId);
    if (!account) continue;
    const isOwn = account.userId === admin.actor;
    const isHigher = !isAtLeast(role, await roles.of(account.userId));
    if (isOwn) problems.push({ place, field: 'userId', ...valueProblem('ownAccount') });
    if (isHigher) problems.push({ place, field: 'userId', ...valueProblem('higherRole') });
  }
  return problems;
}

const toldOf = (all: readonly AppliedChange[]): DeskJob['changes'] =>
  all.flatMap(({ userId, outcome, differences }) =>
    outcome === 'unchanged' ? [] : [{ userId, outcome, fields: differences.map(({ field }) => field) }],
  );

/** Reads a file, judges it, and takes it in where `isRun`. */
async function takeIn(
  call: DeskCall,
  begun: DeskJob,
  { content, format }: Body,
  isEnding: () => boolean,
): Promise<void> {
  const { admin, jobs, portal } = call;
  const isRun = begun.kind === 'importRun';
  const { report } = adminActions(admin);
  const accounts = accountAdmin(admin);
  let job = begun;
  const write = (more: Partial<DeskJob>): Promise<void> => {
    job = { ...job, ...more };
    return jobs.write(job);
  };
  const refuse = (problems: readonly FileProblem[]): Promise<void> => {
    report({ action: isRun ? 'import' : 'import-plan', result: 'file' });
    return write({
      state: 'refused',
      problems: listed(problems),
      problemCount: problems.length,
    });
  };

  const reader = FORMATS.get(format);
  const decoded = reader?.decode(Buffer.from(content, 'base64'));
  if (!reader || !decoded) {
    return refuse([{ place: 0, field: '', ...valueProblem('encoding') }]);
  }
  const { accountChanges, problems, notes } = reader.read(decoded.text, portal.config.exactIds);
  await write({
    total: accountChanges.length,
    notes: listed(notes),
    noteCount: notes.length,
    isCp949: decoded.encoding === 'cp949',
  });

  const inPortions = async (
    work: (portion: readonly FileChange[]) => Promise<readonly AppliedChange[]>,
  ): Promise<void> => {
    for (let first = 0; first < accountChanges.length; first += PORTION) {
      if (isEnding()) throw new DeskRefusal('storage');
      const portion = accountChanges.slice(first, first + PORTION);
      const applied = await work(portion);
      const { added, changed, unchanged } = countsOf(applied);
      await write({
        done: first + portion.length,
        added: job.added + added,
        changed: job.changed + changed,
        unchanged: job.unchanged + unchanged,
        changes: [...job.changes, ...toldOf(applied)].slice(0, MAX_LISTED),
      });
    }
  };

  const found: FileProblem[] = [...problems];
  const judge = async (portion: readonly FileChange[]): Promise<readonly AppliedChange[]> => {
    const planned = await accounts.plan(portion);
    found.push(...problemsOf(portion, planned), ...(await guarded(call, portion)));
    return planned.filter((one): one is AppliedChange => !isRefused(one));
  };
  await inPortions(judge);
  if (found.length > 0) return refuse(found);
  if (isRun) {
    await write({ done: 0, added: 0, changed: 0, unchanged: 0, changes: [] });
    await inPortions((portion: readonly AccountChange[]) => accounts.apply(portion));
  }
  const { added, changed, unchanged } = job;
  report({ action: isRun ? 'import' : 'import-plan', details: { added, changed, unchanged } });
  await write({ state: 'done' });
}

/** Begins to judge a file, or to take it in; the job tells how far it is. */
export const beginImport =
  (kind: DeskJob['kind']) =>
  async (call: DeskCall, body: Body): Promise<JobBegun> => {
    const { jobs, inBackground, session } = call;
    if (body.content.length > (DESK_IMPORT_MAX * 4) / 3 + 4) throw new DeskRefusal('tooBig');
    const last = await jobs.find(session.userId, null);
    if (last?.state === 'running') throw new DeskRefusal('tooMany', { retrySeconds: 10 });
    const begun = await jobs.begin(session.userId, kind);
    inBackground(async (isEnding) => {
      try {
        await takeIn(call, begun, body, isEnding);
      } catch (error) {
        if (!(error instanceof DeskRefusal)) log.fault(error);
        const now = (await jobs.find(session.userId, begun.jobId)) ?? begun;
        await jobs.write({ ...now, state: 'failed' });
      }
    });
    return { jobId: begun.jobId };
  };

export async function job(
  { jobs, session }: DeskCall,
  { jobId }: v.InferOutput<typeof jobBody>,
): Promise<DeskJob> {
  const found = await jobs.find(session.userId, jobId ?? null);
  if (!found) throw new DeskRefusal('noJob');
  return found;
}
