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

/** Tables of clauses, which have no descriptions. */
const CLAUSE_TABLES: readonly TableName[] = ['guards', 'actions', 'values'];

/** The location of the words of a project. */
type WordsProject = Pick<Project, 'root' | 'words'>;

/** The rows of a table: those of its file, then those of its section in the words of each flow. */
function tableRows({ root, words }: WordsProject, name: string): readonly (readonly string[])[] {
  if (!words) return [];
  const file = join(root, words.folder, `${name}.md`);
  const sections = globSync(words.ofFlows ?? [], { cwd: root })
    .sort()
    .flatMap((path) => readFileSync(join(root, path), 'utf8').split(/^## /m))
    .filter((section) => section.startsWith(`${name}\n`));
  return [existsSync(file) ? readFileSync(file, 'utf8') : '', ...sections].flatMap(parseTable);
}

const tableOf = (project: WordsProject, name: TableName): WordTable =>
  Object.fromEntries(
    tableRows(project, name).map(([word = '', ko = '', second = '', third = '', fourth = '']) => [
      word,
      CLAUSE_TABLES.includes(name)
        ? { ko: { name: ko, sentence: '' }, en: { name: second, sentence: '' } }
        : { ko: { name: ko, sentence: second }, en: { name: third, sentence: fourth } },
    ]),
  );

/** Parses the location of a limit in the source: `machines push.setup.ts NAME`, or with an expression instead of the name. */
export function parseLocation(where: string) {
  const [, folder = '', file = '', name = ''] = /^(\S+) (\S+) (.+)$/.exec(where) ?? [];
  const [, expression] = /^\/(.+)\/$/.exec(name) ?? [];
  return { folder, file, pattern: new RegExp(expression ?? `\\bconst ${name}\\b[^=]*= ([^;]+);`) };
}

/** The value of a limit in the sources; null when no source has it. */
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

/** The rows of the table of limits: the name of each, and the location of its value. */
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
 * The words of a project; the tables are empty without any.
 * @throws when a limit is not at its location, or a rule names one that is not in the table
 */
export function readWords(project: WordsProject): Words {
  const { root, words } = project;
  const limits = fixedValueRows(project).map(({ where, ...limit }): FixedValue => {
    const location = parseLocation(where);
    const paths = globSync(`${location.folder}/**/${location.file}`, { cwd: root }).sort();
    const value = valueIn(
      paths.map((path) => readFileSync(join(root, path), 'utf8')),
      location,
    );
    if (value === null) throw new Error(`${words?.folder}/limits.md: ${limit.id} is not at "${where}"`);
    return { ...limit, value };
  });
  const rules = tableRows(project, 'rules').map(([id = '', ko = '', en = '', setBy = '']): Rule => {
    for (const [, name] of `${ko} ${en}`.matchAll(/\{(\w+)\}/g))
      if (!limits.some((limit) => limit.id === name)) throw new Error(`The rule ${id} has no limit ${name}`);
    return { id, ko, en, setBy };
  });
  const times = tableRows(project, 'delays').flatMap(([timer = '', , , , , ko = '', en = '']) =>
    ko === '' ? [] : [[timer, { ko, en }] as const],
  );
  const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, tableOf(project, name)]));
  return {
    ...(tables as Readonly<Record<TableName, WordTable>>),
    times: Object.fromEntries(times),
    fixedValues: limits,
    rules,
  };
}
