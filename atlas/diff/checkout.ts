import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs something on the files of a git revision, in a folder of their own that lasts as long.
 * @throws when git does not know the revision
 */
export async function withRevision<Result>(
  root: string,
  revision: string,
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-revision-'));
  try {
    const archive = execFileSync('git', ['archive', revision], {
      cwd: root,
      maxBuffer: 2 ** 29,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
