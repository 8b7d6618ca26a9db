import { relative, sep } from 'node:path';
import * as v from 'valibot';
import { ROOT } from '#tools/folders.ts';
import { outputOf, run } from '#tools/test/process.ts';

/** Names of the main branch, the remote one first. */
const MAIN = ['origin/main', 'main'];

const linesOf = (text: string): readonly string[] => text.split('\n').filter(Boolean);

const ignoreOutput = () => undefined;

/** The merge base with the main branch; HEAD when there is no main branch. */
export async function baseOfWork(): Promise<string> {
  for (const branch of MAIN) {
    const exists = (await run('git', ['rev-parse', '--verify', '--quiet', branch], {}, ignoreOutput)) === 0;
    if (exists) return (await outputOf('git', ['merge-base', 'HEAD', branch])).trim();
  }
  return 'HEAD';
}

/** Every file that differs from a commit, including uncommitted and untracked ones. */
export async function changedSince(base: string): Promise<readonly string[]> {
  const [differing, untracked] = await Promise.all([
    outputOf('git', ['diff', '--name-only', base]),
    outputOf('git', ['ls-files', '--others', '--exclude-standard']),
  ]);
  return [...new Set([...linesOf(differing), ...linesOf(untracked)])];
}

const testFileList = v.array(v.object({ file: v.string() }));

/** The test files that import a file changed since a commit, directly or indirectly. */
export async function reachingTests(base: string): Promise<readonly string[]> {
  const output = await outputOf('vitest', ['list', '--filesOnly', '--json', '--changed', base]);
  const json = output.slice(output.indexOf('['), output.lastIndexOf(']') + 1);
  const files = v.parse(testFileList, JSON.parse(json === '' ? '[]' : json));
  return files.map(({ file }) => relative(ROOT, file).split(sep).join('/'));
}
