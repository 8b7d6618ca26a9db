import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writePackage } from '#tools/atlas/package.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'munjigi-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the packaged atlas draws the machine of another project', () => {
  const packages = join(folder, 'node_modules');
  writePackage(join(packages, 'munjigi-atlas'));
  mkdirSync(join(packages, '@vitejs'));
  for (const name of ['react', 'react-dom', 'scheduler', 'vite', 'xstate', '@vitejs/plugin-react'])
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  writeFileSync(
    join(folder, 'atlas.config.ts'),
    `import { createMachine } from 'xstate';
import { defineAtlas } from 'munjigi-atlas';
const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { after: { 60000: 'off' } } },
});
export default defineAtlas(() => ({ machines: async () => [lamp] }));
`,
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const run = (command: string): string =>
    execFileSync(process.execPath, [join(packages, 'munjigi-atlas', 'cli.js'), command], {
      cwd: folder,
      encoding: 'utf8',
    });
  expect(run('charts')).toContain('files in docs/flows');
  expect(readFileSync(join(folder, 'docs', 'flows', 'lamp.md'), 'utf8')).toContain('after 60 s → off');
  expect(run('check')).toBe('');
  run('site');
  expect(existsSync(join(folder, 'dist-atlas', 'index.html'))).toBe(true);
});
