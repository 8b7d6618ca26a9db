import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACTION_FILES } from '#cli/admin/run.ts';
import { nodesOf } from '#tools/source/syntax.ts';

test.for(ACTION_FILES)('the actions %j are those of their file', async ([names, load]) => {
  expect(Object.keys(await load())).toEqual(names);
});

/** What is loaded with a file before it runs: of the project by path, of others by name. */
function loadedWith(path: string, loaded: Set<string> = new Set()): ReadonlySet<string> {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  for (const { node } of nodesOf({ path, text: readFileSync(path, 'utf8') })) {
    const isImport = node.type === 'ImportDeclaration' && node.importKind !== 'type';
    if (!isImport) continue;
    const { value } = node.source;
    if (value.startsWith('#')) loadedWith(value.slice(1), loaded);
    else if (value.startsWith('.')) loadedWith(join(path, '..', value), loaded);
    else loaded.add(value);
  }
  return loaded;
}

test('the command loads for an action neither the others nor what reads files and PostgreSQL', () => {
  const loaded = ['cli/admin.ts', 'cli/admin/run.ts', 'cli/admin/open.ts'].flatMap((path) => [
    ...loadedWith(path),
  ]);
  expect(loaded).toContain('server/storage/dialects/sqlite.ts');
  const notNeeded =
    /^cli\/admin\/(people|watch|transfer|audit|ldap-check)\.ts|administration\/files|^(pg|csv-|iconv)/;
  expect(loaded.filter((name) => notNeeded.test(name))).toEqual([]);
});
