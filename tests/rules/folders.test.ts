import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { projectFiles } from '#tools/source/project-files.ts';

/** The lines of .gitignore. */
const IGNORED_LINES = readFileSync('.gitignore', 'utf8').split('\n');

/** The folders of the project with code. */
const folders = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  .map(({ name }) => name)
  .filter(
    (name) =>
      !IGNORED_LINES.includes(name) &&
      !IGNORED_LINES.includes(`${name}/`) &&
      !IGNORED_LINES.includes(`/${name}/`),
  )
  .filter((name) => existsSync(name) && projectFiles(`${name}/**/*.{ts,tsx}`).length > 0);

const [architecture] = projectFiles('docs/architecture.md');

describe('the table of folders in docs/architecture.md', () => {
  const rows = [...(architecture?.text ?? '').matchAll(/^\| (`[^|]+`) +\|/gm)].map(([, name]) => name ?? '');
  const namedFolders = new Set(
    rows.flatMap((row) => [...row.matchAll(/`([a-z\d]+)\//g)].map(([, name]) => name)),
  );

  test('names every folder with code', () => {
    expect(folders).toContain('server');
    expect(folders.filter((name) => !namedFolders.has(name))).toEqual([]);
  });
});
