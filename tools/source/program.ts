import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file that an npm script of a project folder runs, relative to the folder; null for a missing script. Earlier
 * revisions have other paths.
 */
export function programOf(command: string, folder: string): string | null {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return null;
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  );
  return /^node (\S+)/.exec(scripts[command] ?? '')?.[1] ?? null;
}

/** The name of the tools folder in the tree of a revision. */
export const toolsFolderOf = (tree: string): 'tools' | 'scripts' =>
  existsSync(join(tree, 'tools')) ? 'tools' : 'scripts';
