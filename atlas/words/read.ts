import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import { rowsOf } from './table.ts';
import {
  type Limit,
  type Rule,
  TABLES,
  type Table,
  type TableName,
  type Times,
  type Words,
} from './types.ts';

/** Tables of clauses, which have no descriptions. */
const CLAUSES: readonly TableName[] = ['guards', 'actions', 'values'];

/** The location of the words of a project. */
type WordsProject = Pick<Project, 'root' | 'words'>;

const readText = ({ root, words }: WordsProject, name: string): string => {
  const file = words && join(root, words.folder, `${name}.md`);
  return file && existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** The section of a flow's words for a table. */
const partOf = (markdown: string, name: TableName): string =>
  markdown.split(/^## /m).find((part) => part.startsWith(`${name}\n`)) ?? '';

/** The rows of a table: those of the common file, then those of each flow. */
function rowsAbout(project: WordsProject, name: TableName): readonly (readonly string[])[] {
  const { root, words } = project;
  const own = words?.ofFlows ? globSync(words.ofFlows, { cwd: root }).sort() : [];
  const parts = own.map((path) => partOf(readFileSync(join(root, path), 'utf8'), name));
  return [readText(project, name), ...parts].flatMap(rowsOf);
}

const tableOf = (name: TableName, rows: readonly (readonly string[])[]): Table =>
  Object.fromEntries(
    rows.map(([word = '', ko = '', second = '', third = '', fourth = '']) => [
      word,
      CLAUSES.includes(name)
        ? { ko: { name: ko, sentence: '' }, en: { name: second, sentence: '' } }
        : { ko: { name: ko, sentence: second }, en: { name: third, sentence: fourth } },
    ]),
  );

const timesOf = (markdown: string): Times =>
  Object.fromEntries(
    rowsOf(markdown).flatMap(([word = '', , , , , ko = '', en = '']) =>
      ko === '' ? [] : [[word, { ko, en }] as const],
    ),
  );

/** The location of a limit in the source. */
export type ValueLocation = { readonly folder: string; readonly file: string; readonly pattern: RegExp };

/** Reads `machines push.setup.ts NAME`, or an expression in place of the name. */
export function locationOf(where: string): ValueLocation {
  const [, folder = '', file = '', what = ''] = /^(\S+) (\S+) (.+)$/.exec(where) ?? [];
  const [, expression] = /^\/(.+)\/$/.exec(what) ?? [];
  return {
    folder,
    file,
    pattern: new RegExp(expression ?? `\\bconst ${what}\\b[^=]*= ([^;]+);`),
  };
}

/** The source files that may contain a limit. */
function textsIn(root: string, { folder, file }: ValueLocation): readonly string[] {
  const paths = globSync(`${folder}/**/${file}`, { cwd: root }).sort();
  return paths.map((path) => readFileSync(join(root, path), 'utf8'));
}

/** The value of a limit in the sources; null where none has it. */
export function valueIn(sources: readonly string[], { pattern }: ValueLocation): string | null {
  const found = sources.flatMap((source) => pattern.exec(source)?.[1] ?? []);
  const [value] = found;
  if (value === undefined) return null;
  return value
    .replace(/ as const$/, '')
    .replaceAll(/(?<=\d)_(?=\d)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The rows of the table of limits: the name of each, and the location of its value. */
export const limitRows = (
  project: WordsProject,
): readonly (Omit<Limit, 'value'> & { readonly where: string })[] =>
  rowsOf(readText(project, 'limits')).map(
    ([id = '', ko = '', en = '', unit = '', where = '', setBy = '']) => ({
      id,
      ko,
      en,
      unit,
      where,
      setBy,
    }),
  );

/**
 * The rules across states.
 * @throws when one names a limit that is not in the table of limits
 */
function rulesOf(project: WordsProject, limits: readonly Limit[]): readonly Rule[] {
  return rowsOf(readText(project, 'rules')).map(([id = '', ko = '', en = '', setBy = '']) => {
    for (const [, name] of `${ko} ${en}`.matchAll(/\{(\w+)\}/g)) {
      if (!limits.some((limit) => limit.id === name)) throw new Error(`The rule ${id} has no limit ${name}`);
    }
    return { id, ko, en, setBy };
  });
}

/**
 * The words of a project; the tables are empty where there are none.
 * @throws when a limit is not at its location
 */
export function readWords(project: WordsProject): Words {
  const limits = limitRows(project).map(({ where, ...limit }): Limit => {
    const location = locationOf(where);
    const value = valueIn(textsIn(project.root, location), location);
    if (value === null)
      throw new Error(`${project.words?.folder}/limits.md: ${limit.id} is not at "${where}"`);
    return { ...limit, value };
  });
  const tables = Object.fromEntries(TABLES.map((name) => [name, tableOf(name, rowsAbout(project, name))]));
  return {
    ...(tables as Readonly<Record<TableName, Table>>),
    times: timesOf(readText(project, 'delays')),
    limits,
    rules: rulesOf(project, limits),
  };
}
