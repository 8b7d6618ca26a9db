import type { SyncOutcome } from '#server/administration/directory-sync.ts';
import { DirectoryProblemError } from '#server/directory/ldap/problem.ts';
import { remedyOf } from '#server/directory/ldap/remedies.ts';
import type { Action, ActionContext } from './action-context.ts';
import { NotDoneError } from './not-done.ts';
import { diffOf } from './transfer.ts';

const MAX_LISTED_PEOPLE = 50;

const NOT_CONFIGURED_MESSAGE =
  'The configuration has no ldap.sync; nothing has changed. · 설정에 ldap.sync가 없어요. 바뀐 것은 없어요.';

function printSkipped({ print }: ActionContext, { skippedPeople }: SyncOutcome): void {
  if (skippedPeople.length === 0) return;
  print('Skipped: · 그대로 둔 계정:');
  for (const { userId, problem } of skippedPeople.slice(0, MAX_LISTED_PEOPLE))
    print(`  ${userId}: ${problem}`);
  if (skippedPeople.length > MAX_LISTED_PEOPLE)
    print(`  and ${skippedPeople.length - MAX_LISTED_PEOPLE} more`);
}

/** The error to throw: for a problem with the directory, a NotDoneError with a remedy; otherwise the error itself. */
function notDoneErrorOf(error: unknown, { language }: ActionContext): unknown {
  if (!(error instanceof DirectoryProblemError)) return error;
  const { step, code, message } = error;
  return new NotDoneError('directory', `${step}, ${code}: ${message}\n${remedyOf(error)[language]}`);
}

const runDirectorySync: Action['run'] = async (context, args) => {
  const { print } = context;
  const options = { isDryRun: args.flag('dry-run'), allowsManyGone: args.flag('allow-many-gone') };
  const result = await context.directorySync(options).catch((error: unknown) => {
    throw notDoneErrorOf(error, context);
  });
  if (result.outcome === 'notSet') throw new NotDoneError('notSet', NOT_CONFIGURED_MESSAGE);
  const { changes, goneIds, outcome, activeCount } = result;
  const diff = diffOf(changes);
  if (diff !== '') print(diff);
  printSkipped(context, result);
  if (outcome === 'tooManyGone') {
    throw new NotDoneError(
      'tooManyGone',
      `${goneIds.length} of ${activeCount} people are gone from the directory; nothing has changed. If that is intended, add --allow-many-gone. · 디렉터리에서 ${activeCount}명 가운데 ${goneIds.length}명이 없어졌어요. 바뀐 것은 없어요. 맞다면 --allow-many-gone을 붙여 주세요.`,
    );
  }
  const addedCount = changes.filter((change) => change.outcome === 'added').length;
  const summary = `${addedCount} added, ${changes.length - addedCount - goneIds.length} changed, ${goneIds.length} gone and disabled`;
  print(
    outcome === 'planned'
      ? `Nothing has changed yet: ${summary}. · 아직 바꾸지 않았어요.`
      : `Done: ${summary}. · 디렉터리와 맞췄어요.`,
  );
};

export const DIRECTORY_ACTIONS: Readonly<Record<string, Action>> = {
  'directory-sync': {
    positionals: 'none',
    options: { 'dry-run': 'flag', 'allow-many-gone': 'flag' },
    run: runDirectorySync,
  },
};
