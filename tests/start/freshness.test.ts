import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isBuilt, isStale } from '#tools/start/freshness.ts';

describe('the built portal', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'munjigi-fresh-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function write(path: string, second: number): void {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, second, second);
    for (let folder = dirname(file); folder !== root; folder = dirname(folder))
      utimesSync(folder, second, second);
  }

  it('is stale when there is no build', () => {
    write('src/main.tsx', 100);
    expect([isBuilt(root), isStale(root)]).toEqual([false, true]);
  });

  it('is current when it is newer than every source', () => {
    write('src/main.tsx', 100);
    write('machines/portal/portal.machine.ts', 150);
    write('dist/index.html', 200);
    write('server/start/start.ts', 300);
    expect([isBuilt(root), isStale(root)]).toEqual([true, false]);
  });

  it.each([
    'src/views/a/b.tsx',
    'machines/portal/portal.machine.ts',
    'wire/names.ts',
    'i18n/ko.json',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
  ])('is stale when %s is newer', (path) => {
    write('dist/index.html', 200);
    write(path, 201);
    expect(isStale(root)).toBe(true);
  });
});
