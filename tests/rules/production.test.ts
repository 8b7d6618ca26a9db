import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { openDatabase } from '#server/storage/open.ts';
import { projectFiles, typeScriptFiles } from '#tools/source/project-files.ts';
import { importsOf } from '#tools/source/syntax.ts';
import { loadedFrom } from './production.ts';

const ENTRY = 'cli/start.ts';
/** The entry files of an operator's commands. */
const COMMANDS = ['cli/admin.ts', 'cli/storage-move.ts', 'cli/hash-password.ts'];

type Manifest = { readonly dependencies: Readonly<Record<string, string>> };

describe('the server in production', () => {
  const files = typeScriptFiles();
  const loadedParts = loadedFrom(ENTRY, files);

  test('loads no file of the lab, the page or the tests', () => {
    expect(loadedParts.files).toContain('server/start/app.ts');
    expect(loadedParts.files.filter((path) => /^(lab|src|machines|cases|tests)\//.test(path))).toEqual([]);
  });

  test('starts no other process', () => {
    const filesThatStart = files
      .filter(({ path }) => loadedParts.files.includes(path))
      .filter((file) => importsOf(file).some((source) => /\b(child_process|cluster)$/.test(source)));
    expect(filesThatStart.map(({ path }) => path)).toEqual([]);
  });

  test('needs exactly the dependencies that npm ci --omit=dev installs', () => {
    const { dependencies }: Manifest = JSON.parse(projectFiles('package.json')[0]?.text ?? '');
    const neededPackages = new Set([ENTRY, ...COMMANDS].flatMap((path) => loadedFrom(path, files).packages));
    expect([...neededPackages].sort()).toEqual(Object.keys(dependencies).sort());
  });
});

/** A module that prints the loaded files of a program when the program ends. */
const PRINT_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load: (url, context, next) => {
      loaded.add(url.split('/node_modules/').at(-1));
      return next(url, context);
    },
  });
  process.on('exit', () => console.log(JSON.stringify([...loaded])));`)}`;

test('the command list loads no package for mail, passkeys, protocols, PostgreSQL or file formats', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await (await openDatabase(join(folder, 'munjigi.sqlite'), loadDataKeys(folder))).close();
  const command = ['--import', PRINT_LOADED, 'cli/admin.ts', 'list', '--operator', 'park'];
  const env = { ...process.env, DATA_DIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  const loadedPaths: string[] = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  const isLoaded = (name: string): boolean => loadedPaths.some((path) => path.startsWith(`${name}/`));
  const unneededPackages = ['nodemailer', '@simplewebauthn/server', 'oidc-provider', 'scimmy', 'prom-client'];
  const slowPackages = [...unneededPackages, 'pg', 'csv-parse', 'csv-stringify', 'iconv-lite'];
  expect([isLoaded('kysely'), slowPackages.filter(isLoaded)]).toEqual([true, []]);
});

test('loadedFrom follows imports through files, but no type imports', () => {
  const files = [
    { path: 'a.ts', text: "import { x, type T } from './b/c.ts';\nimport type { L } from '#lab/l.ts';\n" },
    {
      path: 'b/c.ts',
      text: "import '../d.ts';\nimport { type T } from 'types';\nexport { y } from '@a/b/c';\nawait import('late');",
    },
    { path: 'd.ts', text: "import {\n  a,\n  b,\n} from 'many/deep';\nimport join from 'node:path';" },
    { path: 'lab/l.ts', text: '' },
  ];
  expect(loadedFrom('a.ts', files)).toEqual({
    files: ['a.ts', 'b/c.ts', 'd.ts'],
    packages: ['@a/b', 'late', 'many'],
  });
});
