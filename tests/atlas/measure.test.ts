import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLimits, idleSeconds, sizeOf } from '#atlas/build/measure.ts';

test('an atlas that exceeds a limit of time or size is reported', () => {
  const most = { built: 60, opened: 2, size: 6_000_000 };
  expect(checkLimits(most).isWithinLimits).toBe(true);
  expect(checkLimits(most).lines).toEqual([
    'built in 60.0 s (at most 60)',
    'opened in 2.0 s (at most 2)',
    '6.0 MB (at most 6)',
  ]);
  for (const name of ['built', 'opened', 'size'] as const)
    expect(checkLimits({ ...most, [name]: most[name] * 1.01 }).isWithinLimits).toBe(false);
});

test('the time of a build leaves out waiting for the processor', () => {
  expect(idleSeconds(96.1, 26.3)).toBe(26.3);
  expect(idleSeconds(20, 26.3)).toBe(20);
});

test('the size of an atlas is that of all its files, the screens from before too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-atlas-'));
  mkdirSync(join(folder, 'before'));
  writeFileSync(join(folder, 'index.html'), 'abc');
  writeFileSync(join(folder, 'before', 'data.js'), 'de');
  expect(sizeOf(folder)).toBe(5);
  rmSync(folder, { recursive: true });
});
