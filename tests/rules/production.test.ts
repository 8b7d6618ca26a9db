import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { projectFiles, typeScriptFiles } from '#tools/source/project-files.ts';
import { importsOf } from '#tools/source/syntax.ts';
import { loadedFrom } from './production.ts';

const ENTRY = 'cli/start.ts';
/** Commands that an operator runs beside the portal. */
const COMMANDS = ['cli/admin.ts', 'cli/storage-move.ts', 'cli/hash-password.ts'];

type Manifest = { readonly dependencies: Readonly<Record<string, string>> };

describe('what runs in production', () => {
  const files = typeScriptFiles();
  const loaded = loadedFrom(ENTRY, files);

  test('loads the server, and nothing of the lab, the page or the tests', () => {
    expect(loaded.files).toContain('server/start/app.ts');
    expect(loaded.files.filter((path) => /^(lab|src|machines|cases|tests)\//.test(path))).toEqual([]);
  });

  test('starts no other process', () => {
    const starting = files
      .filter(({ path }) => loaded.files.includes(path))
      .filter((file) => importsOf(file).some((source) => /\b(child_process|cluster)$/.test(source)));
    expect(starting.map(({ path }) => path)).toEqual([]);
  });

  test('needs the dependencies, all of them and no other: npm ci --omit=dev suffices', () => {
    const { dependencies }: Manifest = JSON.parse(projectFiles('package.json')[0]?.text ?? '');
    const needed = new Set([ENTRY, ...COMMANDS].flatMap((path) => loadedFrom(path, files).packages));
    expect([...needed].sort()).toEqual(Object.keys(dependencies).sort());
  });
});

/** Prints which packages a program has loaded when it ends. */
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

test('a command loads what sends mails, verifies passkeys and speaks protocols only when it needs it', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    PRINT_LOADED,
    'cli/admin.ts',
    '--help',
  ]);
  const loaded: string[] = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  const isLoaded = (name: string): boolean => loaded.some((path) => path.startsWith(`${name}/`));
  const dear = ['nodemailer', '@simplewebauthn/server', 'oidc-provider', 'scimmy', 'prom-client'];
  expect([isLoaded('kysely'), dear.filter(isLoaded)]).toEqual([true, []]);
});

test('imports are followed through files, and those of types are not', () => {
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
