import type { TestAllOnly } from '#tests/e2e/test-all-only.ts';
import type { SourceFile } from '#tools/source/project-files.ts';
import { titlePatterns } from './journey-languages.ts';

const BROWSER_TESTS = 'tests/e2e/';

/** Whether a pattern matches several tests of a table. */
const isTemplate = ({ source }: RegExp): boolean => source.includes('.*');

/** Describes the problems of the list of tests that `npm test` skips. */
export function testAllOnlyProblems(
  files: readonly SourceFile[],
  paths: ReadonlySet<string>,
  list: Readonly<Record<string, TestAllOnly>>,
): readonly string[] {
  const patterns = new Map(files.map((file) => [file.path, titlePatterns(file)]));
  /** Whether every test of a file is skipped. */
  const isSkipped = (path: string): boolean => {
    const titles = list[path.replace(BROWSER_TESTS, '')]?.titles ?? [];
    return (patterns.get(path) ?? []).every(
      (pattern) => !isTemplate(pattern) && titles.some((title) => pattern.test(title)),
    );
  };
  return Object.entries(list).flatMap(([name, { titles, coveredBy }]) => {
    const path = `${BROWSER_TESTS}${name}`;
    const patternsOfFile = patterns.get(path) ?? [];
    return [
      ...titles
        .filter((title) => !patternsOfFile.some((pattern) => pattern.test(title)))
        .map((title) => `${path} has no test "${title}"`),
      ...(coveredBy.length === 0 ? [`${path}: no other test covers the skipped tests`] : []),
      ...coveredBy.filter((each) => !paths.has(each)).map((each) => `${path}: ${each} does not exist`),
      ...coveredBy
        .filter((each) => patterns.has(each) && isSkipped(each))
        .map((each) => `${path}: ${each} is skipped itself`),
    ];
  });
}
