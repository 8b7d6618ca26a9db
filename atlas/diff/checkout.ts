import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { withScratchFolder } from '#atlas/scratch-folder.ts';

/**
 * Calls `run` with a temporary folder that contains the files of a git revision and the installed packages of the project.
 * @throws when git does not know the revision
 */
export const inRevisionFolder = <Result>(
  root: string,
  revision: string,
  run: (folder: string) => Promise<Result>,
): Promise<Result> =>
  withScratchFolder((folder) => {
    const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 2 ** 29 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    return run(folder);
  });
