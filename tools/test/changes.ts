import { relative, sep } from 'node:path';
import * as v from 'valibot';
import { ROOT } from '#tools/folders.ts';
import { outputOf, run } from '#tools/test/process.ts';

/** Names of the main branch: of the remote repository, and of the local repository. */
const MAIN_BRANCHES = ['origin/main', 'main'];

const linesOf = (text: string): readonly string[] => text.split('\n').filter(Boolean);

const ignoreOutput = () => undefined;

/** The commit at which the current branch left the main branch; HEAD if there is no main branch. */
export async function findBaseCommit(): Promise<string> {
  for (const branch of MAIN_BRANCHES) {
    const exists = (await run('git', ['rev-parse', '--verify', '--quiet', branch], {}, ignoreOutput)) === 0;
    if (exists) return (await outputOf('git', ['merge-base', 'HEAD', branch])).trim();
  }
  return 'HEAD';
}

/** The paths of the files that differ from a commit, including uncommitted changes and untracked files. */
export async function changedSince(base: string): Promise<readonly string[]> {
  const [differing, untracked] = await Promise.all([
    outputOf('git', ['diff', '--name-only', base]),
    outputOf('git', ['ls-files', '--others', '--exclude-standard']),
  ]);
  return [...new Set([...linesOf(differing), ...linesOf(untracked)])];
}

const testFileListSchema = v.array(v.object({ file: v.string() }));

/** The test files that import a file changed since a commit, directly or indirectly. */
export async function reachingTests(base: string): Promise<readonly string[]> {
  const output = await outputOf('vitest', ['list', '--filesOnly', '--json', '--changed', base]);
  const json = output.slice(output.indexOf('['), output.lastIndexOf(']') + 1);
  const files = v.parse(testFileListSchema, JSON.parse(json === '' ? '[]' : json));
  return files.map(({ file }) => relative(ROOT, file).split(sep).join('/'));
}
