import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const git = (...args: readonly string[]): void => {
  execFileSync('git', args, { cwd: ROOT, stdio: 'ignore' });
};

/**
 * Checks out an earlier commit into a new folder, which uses the currently installed packages.
 * @param ref a Git revision
 */
export function checkOutEarlier(ref: string): { readonly root: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-earlier-'));
  const root = join(folder, 'tree');
  git('worktree', 'add', '--detach', root, ref);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    remove() {
      git('worktree', 'remove', '--force', root);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
