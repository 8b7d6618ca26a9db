import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sizeOf, undelayed, verdictOf } from '#atlas/build/measure.ts';

test('an atlas that takes longer or is larger than it may be is told so', () => {
  const most = { built: 60, opened: 2, size: 6_000_000 };
  expect(verdictOf(most).holds).toBe(true);
  expect(verdictOf(most).lines).toEqual([
    'built in 60.0 s (at most 60)',
    'opened in 2.0 s (at most 2)',
    '6.0 MB (at most 6)',
  ]);
  for (const name of ['built', 'opened', 'size'] as const)
    expect(verdictOf({ ...most, [name]: most[name] * 1.01 }).holds).toBe(false);
});

test('a build is judged by what it takes where nothing delays it', () => {
  expect(undelayed(96.1, 26.3)).toBe(26.3);
  expect(undelayed(20, 26.3)).toBe(20);
});

test('the size of an atlas is that of all its files, the screens from before too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-atlas-'));
  mkdirSync(join(folder, 'before'));
  writeFileSync(join(folder, 'index.html'), 'abc');
  writeFileSync(join(folder, 'before', 'data.js'), 'de');
  expect(sizeOf(folder)).toBe(5);
  rmSync(folder, { recursive: true });
});
