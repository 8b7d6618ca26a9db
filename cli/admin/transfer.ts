import type { AppliedChange } from '#server/administration/accounts.ts';
import { fieldsOf } from '#server/administration/fields.ts';
import type { FileProblem } from '#server/administration/files/content.ts';
import {
  countsOf,
  FORMATS,
  type Format,
  isRejected,
  problemsOf,
} from '#server/administration/files/formats.ts';
import { csvOf, jsonOf } from '#server/administration/files/tables.ts';
import { problemText } from '#server/administration/value-problems.ts';
import type { Action } from './action-context.ts';
import { AdminUsageError } from './arguments.ts';
import { linesOfDifferences } from './lines.ts';
import { NotDoneError } from './not-done.ts';

const MAX_LISTED_PROBLEMS = 50;

const FORMAT_BY_EXTENSION: readonly (readonly [ending: string, format: string])[] = [
  ['.json', 'json'],
  ['.ldif', 'ldif'],
];

/**
 * The format of an imported file: the value of `--format`, or the format for the extension of the file.
 * @throws AdminUsageError
 */
function importFormat(path: string, requestedFormat: string | undefined): Format {
  const name = requestedFormat ?? FORMAT_BY_EXTENSION.find(([ending]) => path.endsWith(ending))?.[1] ?? 'csv';
  const format = FORMATS.get(name);
  if (!format) throw new AdminUsageError(`--format must be one of ${[...FORMATS.keys()].join(', ')}.`);
  return format;
}

/** Lines for the first problems, each with the line or entry of the file. */
function placeLines(placeUnit: Format['placeUnit'], problems: readonly FileProblem[]): readonly string[] {
  const lines = problems.slice(0, MAX_LISTED_PROBLEMS).map((problem) => {
    const { place, field } = problem;
    return `  ${placeUnit} ${place}${field && ` ${field}`}: ${problemText(problem)}`;
  });
  return problems.length > MAX_LISTED_PROBLEMS
    ? [...lines, `  and ${problems.length - MAX_LISTED_PROBLEMS} more`]
    : lines;
}

const UNKNOWN_ENCODING_MESSAGE =
  'is neither UTF-8 nor CP949, or may be both; nothing has changed. Save it in the spreadsheet as "CSV UTF-8". · UTF-8도 CP949도 아니거나 구분할 수 없어요. 바뀐 것은 없어요. 엑셀에서 "CSV UTF-8(쉼표로 분리)"로 저장해 주세요.';

/** The error for a file that cannot be imported, with its problems. */
const fileRefusalOf = (
  path: string,
  placeUnit: Format['placeUnit'],
  problems: readonly FileProblem[],
): NotDoneError => {
  return new NotDoneError(
    'file',
    [
      `${path} cannot be imported; nothing has changed. · 파일을 가져올 수 없어요. 바뀐 것은 없어요.`,
      ...placeLines(placeUnit, problems),
    ].join('\n'),
  );
};

const OUTCOME_SIGNS = { added: '+', changed: '~', unchanged: '=' } as const;

/** A text with the added and changed accounts and their changed fields. */
export function diffOf(changes: readonly AppliedChange[]): string {
  return changes
    .filter(({ outcome }) => outcome !== 'unchanged')
    .map(
      ({ userId, outcome, differences }) =>
        `${OUTCOME_SIGNS[outcome]} ${userId}\n${linesOfDifferences(differences)}`,
    )
    .join('\n');
}

/**
 * The format of an export: the value of `--format`, or the format for the extension of the file.
 * @throws AdminUsageError
 */
const exportFormat = (path: string, requestedFormat: string | undefined): 'csv' | 'json' => {
  const format = requestedFormat ?? (path.endsWith('.json') ? 'json' : 'csv');
  if (format !== 'csv' && format !== 'json') throw new AdminUsageError('--format must be csv or json.');
  return format;
};

export const TRANSFER_ACTIONS: Readonly<Record<string, Action>> = {
  import: {
    positionals: 'file',
    options: { apply: 'flag', format: 'text' },
    async run({ accounts, portal, print, readFile, report }, args) {
      const path = args.subject;
      const { decode, placeUnit, read } = importFormat(path, args.text('format'));
      const decoded = decode(readFile(path));
      if (!decoded) throw new NotDoneError('file', `${path} ${UNKNOWN_ENCODING_MESSAGE}`);
      const { accountChanges, problems, notes } = read(decoded.text, portal.config.exactIds);
      const planned = await accounts.plan(accountChanges);
      const allProblems = [...problems, ...problemsOf(accountChanges, planned)];
      if (allProblems.length > 0) throw fileRefusalOf(path, placeUnit, allProblems);
      const applied = args.flag('apply')
        ? await accounts.apply(accountChanges)
        : planned.filter((change): change is AppliedChange => !isRejected(change));
      const counts = countsOf(applied);
      report({ action: args.flag('apply') ? 'import' : 'import-plan', details: counts });
      const diff = diffOf(applied);
      if (diff !== '') print(diff);
      if (decoded.encoding === 'cp949') print('Read as CP949. · CP949로 읽었어요.');
      if (notes.length > 0)
        print(['Left out: · 가져오지 않는 것:', ...placeLines(placeUnit, notes)].join('\n'));
      const summary = `${counts.added} added, ${counts.changed} changed, ${counts.unchanged} unchanged`;
      print(
        args.flag('apply')
          ? `Done: ${summary}. · 가져왔어요.`
          : `Nothing has changed yet: ${summary}. To import, add --apply. · 아직 바꾸지 않았어요. --apply를 붙이면 가져와요.`,
      );
    },
  },
  export: {
    positionals: 'file or nothing',
    options: { format: 'text' },
    async run({ accounts, print, report, writeFile }, args) {
      const path = args.subject;
      const exported = (await accounts.list()).map(fieldsOf);
      const isJson = exportFormat(path, args.text('format')) === 'json';
      const text = isJson ? jsonOf(exported) : csvOf(exported);
      report({ action: 'export', details: { accounts: exported.length } });
      if (path === '') return print(text.trimEnd());
      writeFile(path, text);
      print(
        `${path}: ${exported.length} ${exported.length === 1 ? 'account' : 'accounts'}, readable only by you · 나만 읽을 수 있게 저장했어요`,
      );
    },
  },
};
