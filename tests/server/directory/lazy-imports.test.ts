import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { projectFiles } from '#tools/source/project-files.ts';

/** Static imports of values, which are loaded with a file; imports inside functions are not. */
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\sfrom\s+)?'([^']+)'/gm;

test('the start loads no clients of directories or identity sources', () => {
  const texts = new Map(projectFiles('server/**/*.ts').map(({ path, text }) => [path, text]));
  const loaded = new Set<string>();
  const packages = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const [, source = ''] of (texts.get(path) ?? '').matchAll(STATIC_IMPORT)) {
      if (source.startsWith('.')) load(join(dirname(path), source));
      else if (source.startsWith('#')) load(source.slice(1));
      else packages.add(source);
    }
  };
  load('server/start/start.ts');
  load('server/start/app.ts');
  expect(packages).toContain('hono');
  expect([...packages].filter((name) => ['ldapts', 'scimmy'].includes(name))).toEqual([]);
  expect(loaded).toContain('server/administration/scim/mount.ts');
});
