import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import { parseTable } from './table.ts';
import {
  type FixedValue,
  type Rule,
  TABLE_NAMES,
  type TableName,
  type Words,
  type WordTable,
} from './types.ts';

/** The tables whose entries have only a name (a clause or a word) and no description. */
const CLAUSE_TABLES: readonly TableName[] = ['guards', 'actions', 'values'];

/** The part of a project's configuration that says where the words are. */
type WordsProject = Pick<Project, 'root' | 'words'>;

/** The rows of a table: the rows in the file of the table, followed by the rows in the sections of the table in the other files. */
function tableRows({ root, words }: WordsProject, name: string): readonly (readonly string[])[] {
  if (!words) return [];
  const file = join(root, words.folder, `${name}.md`);
  const sections = globSync(words.ofFlows ?? [], { cwd: root })
    .sort()
    .flatMap((path) => readFileSync(join(root, path), 'utf8').split(/^## /m))
    .filter((section) => section.startsWith(`${name}\n`));
  return [existsSync(file) ? readFileSync(file, 'utf8') : '', ...sections].flatMap(parseTable);
}

/** A table of words, by the names of the parts. */
const tableOf = (project: WordsProject, name: TableName): WordTable =>
  Object.fromEntries(
    tableRows(project, name).map(([key = '', ko = '', second = '', third = '', fourth = '']) => [
      key,
      CLAUSE_TABLES.includes(name)
        ? { ko: { name: ko, sentence: '' }, en: { name: second, sentence: '' } }
        : { ko: { name: ko, sentence: second }, en: { name: third, sentence: fourth } },
    ]),
  );

/**
 * Parses the location of a fixed value in the source: a folder, a file name and the name of a constant, such as `machines push.setup.ts
 * PUSH_LIFETIME`. Instead of the name it may have a regular expression between slashes.
 */
export function parseLocation(where: string) {
  const [, folder = '', file = '', name = ''] = /^(\S+) (\S+) (.+)$/.exec(where) ?? [];
  const [, expression] = /^\/(.+)\/$/.exec(name) ?? [];
  return { folder, file, pattern: new RegExp(expression ?? `\\bconst ${name}\\b[^=]*= ([^;]+);`) };
}

/** The fixed value that a pattern finds in source texts; null when no source text contains it. */
export function valueIn(
  sources: readonly string[],
  { pattern }: { readonly pattern: RegExp },
): string | null {
  const [value] = sources.flatMap((source) => pattern.exec(source)?.[1] ?? []);
  if (value === undefined) return null;
  return value
    .replace(/ as const$/, '')
    .replaceAll(/(?<=\d)_(?=\d)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The rows of the table `limits`: the fixed values with the locations of their values in the source. */
export const fixedValueRows = (project: WordsProject) =>
  tableRows(project, 'limits').map(([id = '', ko = '', en = '', unit = '', where = '', setBy = '']) => ({
    id,
    ko,
    en,
    unit,
    where,
    setBy,
  }));

/**
 * Reads the words of a project. The tables are empty when the project has no words.
 * @throws when a fixed value is not at its location, or when a rule has a placeholder for an unknown fixed value
 */
export function readWords(project: WordsProject): Words {
  const { root, words } = project;
  const fixedValues = fixedValueRows(project).map(({ where, ...row }): FixedValue => {
    const location = parseLocation(where);
    const paths = globSync(`${location.folder}/**/${location.file}`, { cwd: root }).sort();
    const value = valueIn(
      paths.map((path) => readFileSync(join(root, path), 'utf8')),
      location,
    );
    if (value === null) throw new Error(`${words?.folder}/limits.md: ${row.id} is not at "${where}"`);
    return { ...row, value };
  });
  const rules = tableRows(project, 'rules').map(([id = '', ko = '', en = '', setBy = '']): Rule => {
    for (const [, name] of `${ko} ${en}`.matchAll(/\{(\w+)\}/g))
      if (!fixedValues.some((fixedValue) => fixedValue.id === name))
        throw new Error(`The rule ${id} names the unknown fixed value ${name}`);
    return { id, ko, en, setBy };
  });
  const times = tableRows(project, 'delays').flatMap(([timer = '', , , , , ko = '', en = '']) =>
    ko === '' ? [] : [[timer, { ko, en }] as const],
  );
  const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, tableOf(project, name)]));
  return {
    ...(tables as Readonly<Record<TableName, WordTable>>),
    times: Object.fromEntries(times),
    fixedValues,
    rules,
  };
}
