import { escapeRegExp, type JourneyLanguages } from '#tests/support/e2e/journeys.ts';
import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf } from '#tools/source/syntax.ts';

/** The maximum difference between the share of a language and one half. */
const MAX_IMBALANCE = 0.05;

/** The pattern of the title if a node declares a test. Values that are inserted into a title match any text. */
function titlePatternOf(node: Node): readonly RegExp[] {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'test') {
    return [];
  }
  const [title] = node.arguments;
  if (title?.type === 'Literal') return [new RegExp(`(^| › )${escapeRegExp(String(title.value))}$`)];
  if (title?.type !== 'TemplateLiteral') return [];
  const parts = title.quasis.map(({ value }) => escapeRegExp(value.cooked ?? ''));
  return [new RegExp(`(^| › )${parts.join('.*')}$`)];
}

/** Patterns of the titles of all tests in a file. */
export const titlePatterns = (file: SourceFile): readonly RegExp[] =>
  nodesOf(file).flatMap(({ node }) => titlePatternOf(node));

const fileNameOf = (path: string): string => path.replace(/^.*\//, '');

function problemsOf(file: SourceFile, titles: Readonly<Record<string, string>>): readonly string[] {
  const patterns = titlePatterns(file);
  const listedTitles = Object.keys(titles);
  const languages = new Set(Object.values(titles));
  return [
    ...patterns
      .filter((title) => !listedTitles.some((each) => title.test(each)))
      .map((title) => `${file.path}: no journey is listed for ${title.source}`),
    ...listedTitles
      .filter((each) => !patterns.some((title) => title.test(each)))
      .map((each) => `${file.path}: the list has "${each}", which does not exist`),
    ...(listedTitles.length > 1 && languages.size === 1
      ? [`${file.path}: all journeys are in one language`]
      : []),
  ];
}

/** Describes the problems of the list of journeys: missing journeys, removed journeys, and an unequal division of the languages. */
export function journeyProblems(files: readonly SourceFile[], list: JourneyLanguages): readonly string[] {
  const names = new Set(files.map(({ path }) => fileNameOf(path)));
  const languages = Object.values(list).flatMap((titles) => Object.values(titles));
  const englishShare = languages.filter((language) => language === 'en').length / languages.length;
  return [
    ...files.flatMap((file) => problemsOf(file, list[fileNameOf(file.path)] ?? {})),
    ...Object.keys(list)
      .filter((name) => !names.has(name))
      .map((name) => `The list has ${name}, which does not exist`),
    ...(Math.abs(englishShare - 0.5) > MAX_IMBALANCE
      ? [`${Math.round(englishShare * 100)} % of the journeys are in English`]
      : []),
  ];
}
