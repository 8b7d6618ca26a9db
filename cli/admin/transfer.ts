import type { AppliedChange, RejectedChange } from '#server/administration/accounts.ts';
import { fieldsOf } from '#server/administration/fields.ts';
import {
  csvOf,
  type FileChange,
  type FileProblem,
  jsonOf,
  readCsv,
  readJson,
} from '#server/administration/transfer.ts';
import type { Action } from './action-context.ts';
import { AdminUsageError } from './arguments.ts';
import { linesOfDifferences } from './lines.ts';
import { NotDoneError } from './not-done.ts';

const MAX_PROBLEMS = 50;

const problemsIn = (path: string, problems: readonly FileProblem[]): NotDoneError => {
  const what = path.endsWith('.json') ? 'entry' : 'line';
  const lines = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ place, field, problem }) => `  ${what} ${place}${field && ` ${field}`}: ${problem}`);
  const more = problems.length > MAX_PROBLEMS ? [`  and ${problems.length - MAX_PROBLEMS} more`] : [];
  return new NotDoneError(
    'file',
    [
      `${path} cannot be taken; nothing has changed. · 파일을 가져올 수 없어요. 바뀐 것은 없어요.`,
      ...lines,
      ...more,
    ].join('\n'),
  );
};

const isRefused = (one: AppliedChange | RejectedChange): one is RejectedChange => one.outcome === 'refused';

const SIGNS = { added: '+', changed: '~', unchanged: '=' } as const;

function diffOf(all: readonly AppliedChange[]): string {
  const changed = all.filter(({ outcome }) => outcome !== 'unchanged');
  return changed
    .map(
      ({ userId, outcome, differences }) => `${SIGNS[outcome]} ${userId}\n${linesOfDifferences(differences)}`,
    )
    .join('\n');
}

const countsOf = (all: readonly AppliedChange[]) => {
  const count = (outcome: AppliedChange['outcome']): number =>
    all.filter((one) => one.outcome === outcome).length;
  return { added: count('added'), changed: count('changed'), unchanged: count('unchanged') };
};

const formatOf = (path: string, changed: string | undefined): 'csv' | 'json' => {
  const format = changed ?? (path.endsWith('.json') ? 'json' : 'csv');
  if (format !== 'csv' && format !== 'json') throw new AdminUsageError('--format is csv or json.');
  return format;
};

/** Problems of the changes by their place in the file. */
const problemsOf = (
  accountChanges: readonly FileChange[],
  planned: readonly (AppliedChange | RejectedChange)[],
): FileProblem[] =>
  planned.flatMap((one, index) =>
    isRefused(one)
      ? one.problems.map(({ field, problem }) => ({
          place: accountChanges[index]?.place ?? 0,
          field,
          problem,
        }))
      : [],
  );

export const TRANSFER: Readonly<Record<string, Action>> = {
  import: {
    about: 'file',
    options: { apply: 'flag' },
    async run({ accounts, portal, print, readFile, report }, args) {
      const path = args.subject;
      const text = readFile(path);
      const { exactIds } = portal.config;
      const { accountChanges, problems } = (path.endsWith('.json') ? readJson : readCsv)(text, exactIds);
      const planned = await accounts.plan(accountChanges);
      const all = [...problems, ...problemsOf(accountChanges, planned)];
      if (all.length > 0) throw problemsIn(path, all);
      const applied = args.flag('apply')
        ? await accounts.apply(accountChanges)
        : planned.filter((one): one is AppliedChange => !isRefused(one));
      const counts = countsOf(applied);
      report({ action: args.flag('apply') ? 'import' : 'import-plan', details: counts });
      const diff = diffOf(applied);
      if (diff !== '') print(diff);
      const sums = `${counts.added} added, ${counts.changed} changed, ${counts.unchanged} unchanged`;
      print(
        args.flag('apply')
          ? `Done: ${sums}. · 가져왔어요.`
          : `Nothing is done yet: ${sums}. Say --apply. · 아직 바꾸지 않았어요. --apply를 붙이면 가져와요.`,
      );
    },
  },
  export: {
    about: 'file or nothing',
    options: { format: 'text', reason: 'text' },
    async run({ accounts, print, report, writeFile }, args) {
      const path = args.subject;
      const all = (await accounts.all()).map(fieldsOf);
      const text = formatOf(path, args.text('format')) === 'json' ? jsonOf(all) : csvOf(all);
      const reason = args.text('reason')?.trim() ?? '';
      report({ action: 'export', details: { accounts: all.length, ...(reason !== '' && { reason }) } });
      if (path === '') return print(text.trimEnd());
      writeFile(path, text);
      print(
        `${path}: ${all.length} ${all.length === 1 ? 'account' : 'accounts'}, for you alone to read · 나만 읽을 수 있게 저장했어요`,
      );
    },
  },
};
