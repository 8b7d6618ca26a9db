import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The program that an npm script runs, such as `tools/start.ts` for `start`. Earlier revisions have other paths.
 * @param script name of the npm script
 * @param folder root folder of a revision of the project
 * @returns the path relative to the folder; null if there is no such script
 */
export function programOfScript(script: string, folder: string): string | null {
  const manifestFile = join(folder, 'package.json');
  if (!existsSync(manifestFile)) return null;
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(manifestFile, 'utf8'),
  );
  return /^node (\S+)/.exec(scripts[script] ?? '')?.[1] ?? null;
}

/**
 * The name of the folder `tools` in a revision of the project; in early revisions it was called `scripts`.
 * @param root root folder of the revision
 */
export const toolsFolderOf = (root: string): 'tools' | 'scripts' =>
  existsSync(join(root, 'tools')) ? 'tools' : 'scripts';
