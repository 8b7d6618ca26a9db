import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SourceFile, typeScriptFiles } from '#tools/source/project-files.ts';
import { nodesOf } from '#tools/source/syntax.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Files, each with imports that the layer of the file allows and imports that the linter has to refuse. */
const LAYER_EXAMPLES: Readonly<Record<string, { allowed: readonly string[]; refused: readonly string[] }>> = {
  'wire/names.ts': {
    allowed: ['#wire/type-codes.ts', './type-codes.ts'],
    refused: ['xstate', '#machines/shared/result.ts', '#src/api/client.ts', 'node:fs', '../src/main.tsx'],
  },
  'machines/otp/otp.machine.ts': {
    allowed: ['xstate', '#wire/names.ts', '#machines/shared/port.ts', './otp.types.ts'],
    refused: [
      'xstate/graph',
      'react',
      'ky',
      '#src/api/client.ts',
      '#server/start/app.ts',
      '#i18n/locale.ts',
      '../../src/x.ts',
    ],
  },
  'i18n/error-look-up.ts': {
    allowed: ['#wire/names.ts', '#wire/failure.ts', './ko.json'],
    refused: [
      'react-intl',
      '#machines/shared/result.ts',
      '#machines/sent-code/sent-code.machine.ts',
      '#src/app/text.ts',
      '#server/start/app.ts',
    ],
  },
  'src/main.tsx': {
    allowed: [
      'react',
      'xstate',
      '#machines/portal/portal.machine.ts',
      '#src/api/client.ts',
      '#i18n/locale.ts',
    ],
    refused: [
      'ky',
      'node:fs',
      '#server/start/app.ts',
      '#lab/app.ts',
      '#tools/dev.ts',
      '#tests/support/document.ts',
    ],
  },
  'src/server-portal.tsx': {
    allowed: ['react-dom/server', 'node:async_hooks', '#src/app/app.tsx'],
    refused: ['ky', 'node:fs', '#server/start/app.ts', '#tools/dev.ts'],
  },
  'src/api/client.ts': {
    allowed: ['ky', 'valibot', '#machines/shared/result.ts', '#wire/names.ts', './path.ts'],
    refused: [
      'react',
      'react-dom/client',
      'xstate',
      '#machines/sent-code/sent-code.machine.ts',
      '#src/ports/sent-code.ts',
    ],
  },
  'src/api/policy.ts': {
    allowed: ['valibot', '#src/api/client.ts', '#machines/shared/policy.ts'],
    refused: ['ky', 'react', 'xstate', '#src/views/sent-code/sent-code.view.tsx', '#server/start/app.ts'],
  },
  'src/ports/otp.ts': {
    allowed: ['xstate', '#src/api/policy.ts', '#machines/sent-code/sent-code.machine.ts'],
    refused: [
      'ky',
      'react',
      '@xstate/react',
      '#src/views/sent-code/sent-code.view.tsx',
      '#src/ui/button.tsx',
    ],
  },
  'src/views/otp/otp.view.tsx': {
    allowed: [
      'react',
      '@xstate/react',
      '#machines/sent-code/sent-code.machine.ts',
      '#src/ui/button.tsx',
      './otp.module.css',
    ],
    refused: [
      'ky',
      '#src/api/policy.ts',
      '#src/ports/sent-code.ts',
      '#server/start/app.ts',
      '../../api/policy.ts',
    ],
  },
  'src/ui/button.tsx': {
    allowed: ['react', './button.module.css', '#src/ui/icons.tsx'],
    refused: [
      'ky',
      'xstate',
      '@xstate/react',
      '#machines/sent-code/sent-code.machine.ts',
      '#src/api/policy.ts',
      '#src/app/text.ts',
    ],
  },
  'phone/main.tsx': {
    allowed: ['react', 'xstate', '#machines/phone/phone.machine.ts', '#src/ui/button.tsx', '#i18n/locale.ts'],
    refused: [
      'ky',
      'node:fs',
      '#machines/portal/portal.machine.ts',
      '#src/app/text.ts',
      '#server/start/app.ts',
    ],
  },
  'phone/keys/proof.ts': {
    allowed: ['valibot', '#machines/shared/result.ts', '#wire/names.ts', './encoding.ts'],
    refused: ['react', 'xstate', '#machines/phone/phone.machine.ts', '#phone/ports/phone.ts'],
  },
  'phone/views/home.tsx': {
    allowed: ['react', '@xstate/react', '#machines/phone/phone.types.ts', '#phone/app/text.ts'],
    refused: ['#phone/store/accounts.ts', '#phone/calls/client.ts', '#phone/ports/phone.ts'],
  },
  'desk/main.tsx': {
    allowed: [
      'react',
      'xstate',
      '#machines/desk/desk.machine.ts',
      '#src/ui/button.tsx',
      '#wire/desk/calls.ts',
    ],
    refused: [
      'ky',
      'node:fs',
      '#machines/portal/portal.machine.ts',
      '#phone/app/text.ts',
      '#src/app/text.ts',
    ],
  },
  'desk/calls/client.ts': {
    allowed: ['valibot', '#machines/shared/result.ts', '#src/api/idempotency-keys.ts', '#wire/desk/names.ts'],
    refused: [
      'react',
      'xstate',
      '#machines/desk/desk.machine.ts',
      '#desk/ports/desk.ts',
      '#src/api/client.ts',
    ],
  },
  'desk/views/find.tsx': {
    allowed: ['react', '@xstate/react', '#machines/desk/desk.types.ts', '#desk/app/text.ts'],
    refused: ['#desk/calls/client.ts', '#desk/ports/desk.ts', '#machines/phone/phone.types.ts'],
  },
  'server/start/app.ts': {
    allowed: ['hono', 'node:fs', '#wire/names.ts', '#i18n/ko.json', './portal.ts'],
    refused: [
      'react',
      'xstate',
      '#src/api/path.ts',
      '#machines/shared/result.ts',
      '#lab/app.ts',
      '../src/main.tsx',
    ],
  },
  'lab/app.ts': {
    allowed: ['hono', 'openid-client', '#wire/names.ts', '#server/http/guard/faults.ts'],
    refused: ['react', 'xstate', '#src/api/path.ts', '#machines/shared/result.ts', '../src/main.tsx'],
  },
  'cases/otp/otp.cases.ts': {
    allowed: ['xstate', '#wire/names.ts', '#machines/otp/otp.machine.ts', '#cases/samples.ts', './input.ts'],
    refused: [
      'vitest',
      '#src/api/client.ts',
      '#server/start/app.ts',
      '#tests/support/ports.ts',
      '../samples.ts',
    ],
  },
  'cli/start.ts': {
    allowed: ['#server/start/start.ts', '#wire/names.ts', './start/stop.ts'],
    refused: [
      '#lab/start.ts',
      '#src/main.tsx',
      '#machines/otp/otp.machine.ts',
      '#cases/portal-cases.ts',
      '#atlas/cli.ts',
      '#tools/dev.ts',
      '#tests/support/ports.ts',
    ],
  },
  'atlas/cli.ts': {
    allowed: ['xstate', 'react', '#atlas/config.ts'],
    refused: [
      '#wire/names.ts',
      '#machines/otp/otp.machine.ts',
      '#cases/portal-cases.ts',
      '#src/app/app.tsx',
      '#server/start/start.ts',
      '#lab/start.ts',
      '#cli/start.ts',
      '#tools/dev.ts',
      '#tests/support/ports.ts',
    ],
  },
  'tools/start.ts': {
    allowed: ['#server/start/start.ts', '#lab/start.ts', '#cases/portal-cases.ts'],
    refused: ['../server/start.ts', '#tests/support/ports.ts'],
  },
  'tests/server/start.test.ts': {
    allowed: ['#server/start/start.ts', '#tests/support/ports.ts'],
    refused: ['../support/ports.ts'],
  },
};

const reportSchema = v.object({
  diagnostics: v.array(
    v.object({ location: v.object({ path: v.string(), start: v.object({ line: v.number() }) }) }),
  ),
});

/** The linter's findings about imports in a folder with the project's layout, as `path:line`. */
const findingsIn = async (folder: string): Promise<string[]> => {
  const args = ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=json', '.'];
  const biome = join(ROOT, 'node_modules', '.bin', 'biome');
  const output = await promisify(execFile)(biome, args, { cwd: folder }).catch(
    (failure: { stdout: string }) => failure,
  );
  return v
    .parse(reportSchema, JSON.parse(output.stdout))
    .diagnostics.map(({ location }) => `${location.path}:${location.start.line}`);
};

const write = async (folder: string, path: string, lines: readonly string[]) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), lines.join('\n'));
};

/** A file with every form of import. */
const FORMS_FILE = 'server/forms.ts';

describe('the layers', () => {
  let folder: string;
  let findings: readonly string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'munjigi-layers-'));
    for (const file of ['biome.json', '.gitignore']) await cp(join(ROOT, file), join(folder, file));
    for (const [path, { allowed, refused }] of Object.entries(LAYER_EXAMPLES)) {
      await write(
        folder,
        path,
        [...allowed, ...refused].map((source) => `import '${source}';`),
      );
    }
    await write(folder, FORMS_FILE, [
      `import { a } from '#src/a.ts';`,
      `import type { B } from '#src/b.ts';`,
      `export { c } from '#src/c.ts';`,
      `export const d = () => import('#src/d.ts');`,
    ]);
    findings = await findingsIn(folder);
  });

  afterAll(() => rm(folder, { recursive: true }));

  test.each(Object.entries(LAYER_EXAMPLES))('restrict the imports of %s', (path, { allowed, refused }) => {
    const imports = [...allowed, ...refused];
    const refusedImports = imports.filter((_, index) => findings.includes(`${path}:${index + 1}`));
    expect(refusedImports).toEqual(refused);
  });

  test('are checked for every form of import', () => {
    expect(findings).toEqual(expect.arrayContaining([1, 2, 3, 4].map((line) => `${FORMS_FILE}:${line}`)));
  });
});

/** Describes the types `import('…')` in a file. These types are forbidden, because the linter does not check such imports. */
const importTypes = (file: SourceFile): string[] =>
  // Only files that contain such an import are parsed, since parsing all files takes seconds.
  (/\bimport\(\s*['"]#/.test(file.text) ? nodesOf(file) : []).flatMap(({ node }) =>
    node.type === 'TSImportType' && node.source.value.startsWith('#')
      ? [`${file.path} imports ${node.source.value} within a type`]
      : [],
  );

describe('inline import types', () => {
  test('are found', () => {
    const text = `export type Code = import('#src/code.ts').Code;`;
    expect(importTypes({ path: 'server/code.ts', text })).toEqual([
      'server/code.ts imports #src/code.ts within a type',
    ]);
  });

  test('are not used', () => {
    expect(typeScriptFiles().flatMap(importTypes)).toEqual([]);
  });
});

/** Describes dynamic imports outside `src/app`. Only `src/app` repeats a failed import and reports the failure to the screens. */
const dynamicImports = (file: SourceFile): string[] =>
  (/^src\/(api|ports|ui|views)\//.test(file.path) && file.text.includes('import(')
    ? nodesOf(file)
    : []
  ).flatMap(({ node }) =>
    node.type === 'ImportExpression' ? [`${file.path} imports code dynamically`] : [],
  );

describe('a dynamic import', () => {
  test('is found outside src/app', () => {
    const text = `export const hash = async () => (await import('./hmac.ts')).hmac;`;
    expect(dynamicImports({ path: 'src/api/client.ts', text })).toEqual([
      'src/api/client.ts imports code dynamically',
    ]);
    expect(dynamicImports({ path: 'src/app/client.ts', text })).toEqual([]);
  });

  test('is used only in src/app', () => {
    expect(typeScriptFiles().flatMap(dynamicImports)).toEqual([]);
  });
});
