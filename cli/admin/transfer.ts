import type { AppliedChange } from '#server/administration/accounts.ts';
import { fieldsOf } from '#server/administration/fields.ts';
import type { FileProblem } from '#server/administration/files/content.ts';
import {
  countsOf,
  FORMATS,
  type Format,
  isRefused,
  problemsOf,
} from '#server/administration/files/formats.ts';
import { csvOf, jsonOf } from '#server/administration/files/tables.ts';
import { problemText } from '#server/administration/value-problems.ts';
import type { Action } from './action-context.ts';
import { AdminUsageError } from './arguments.ts';
import { linesOfDifferences } from './lines.ts';
import { NotDoneError } from './not-done.ts';

const MAX_PROBLEMS = 50;

const FORMAT_BY_EXTENSION: readonly (readonly [ending: string, format: string])[] = [
  ['.json', 'json'],
  ['.ldif', 'ldif'],
];

/** @throws AdminUsageError */
function importFormat(path: string, format: string | undefined): Format {
  const name = format ?? FORMAT_BY_EXTENSION.find(([ending]) => path.endsWith(ending))?.[1] ?? 'csv';
  const formatNamed = FORMATS.get(name);
  if (!formatNamed) throw new AdminUsageError(`--format must be one of ${[...FORMATS.keys()].join(', ')}.`);
  return formatNamed;
}

/** Lines of the first problems with their places. */
function placeLines(placeUnit: Format['placeUnit'], problems: readonly FileProblem[]): readonly string[] {
  const lines = problems
    .slice(0, MAX_PROBLEMS)
    .map((one) => `  ${placeUnit} ${one.place}${one.field && ` ${one.field}`}: ${problemText(one)}`);
  return problems.length > MAX_PROBLEMS ? [...lines, `  and ${problems.length - MAX_PROBLEMS} more`] : lines;
}

const UNKNOWN_ENCODING =
  'is neither UTF-8 nor CP949, or may be both; nothing has changed. Save it in the spreadsheet as "CSV UTF-8". · UTF-8도 CP949도 아니거나 구분할 수 없어요. 바뀐 것은 없어요. 엑셀에서 "CSV UTF-8(쉼표로 분리)"로 저장해 주세요.';

const fileRefused = (
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

const SIGNS = { added: '+', changed: '~', unchanged: '=' } as const;

/** A readable diff of the changed accounts. */
export function diffOf(all: readonly AppliedChange[]): string {
  const changed = all.filter(({ outcome }) => outcome !== 'unchanged');
  return changed
    .map(
      ({ userId, outcome, differences }) => `${SIGNS[outcome]} ${userId}\n${linesOfDifferences(differences)}`,
    )
    .join('\n');
}

const formatOf = (path: string, requestedFormat: string | undefined): 'csv' | 'json' => {
  const format = requestedFormat ?? (path.endsWith('.json') ? 'json' : 'csv');
  if (format !== 'csv' && format !== 'json') throw new AdminUsageError('--format is csv or json.');
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
      if (!decoded) throw new NotDoneError('file', `${path} ${UNKNOWN_ENCODING}`);
      const { accountChanges, problems, notes } = read(decoded.text, portal.config.exactIds);
      const planned = await accounts.plan(accountChanges);
      const all = [...problems, ...problemsOf(accountChanges, planned)];
      if (all.length > 0) throw fileRefused(path, placeUnit, all);
      const applied = args.flag('apply')
        ? await accounts.apply(accountChanges)
        : planned.filter((one): one is AppliedChange => !isRefused(one));
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
      const all = (await accounts.all()).map(fieldsOf);
      const text = formatOf(path, args.text('format')) === 'json' ? jsonOf(all) : csvOf(all);
      report({ action: 'export', details: { accounts: all.length } });
      if (path === '') return print(text.trimEnd());
      writeFile(path, text);
      print(
        `${path}: ${all.length} ${all.length === 1 ? 'account' : 'accounts'}, readable only by you · 나만 읽을 수 있게 저장했어요`,
      );
    },
  },
};
