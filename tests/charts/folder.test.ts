import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outdatedFiles, writeFolder } from '#atlas/charts/folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'munjigi-charts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const files = new Map([
  ['a.svg', 'a\n'],
  ['b.svg', 'b\n'],
]);

test('written files are up to date, also after a checkout with other line endings', () => {
  writeFolder(folder, files);
  expect(outdatedFiles(folder, files)).toEqual([]);
  writeFileSync(join(folder, 'a.svg'), 'a\r\n');
  expect(outdatedFiles(folder, files)).toEqual([]);
});

test('missing, changed and surplus files are reported, and a new writing corrects them', () => {
  writeFolder(
    folder,
    new Map([
      ['a.svg', 'old\n'],
      ['removed.svg', ''],
    ]),
  );
  expect(outdatedFiles(folder, files)).toEqual([
    'a.svg is out of date',
    'b.svg is missing',
    'removed.svg belongs to no machine',
  ]);
  writeFolder(folder, files);
  expect(readdirSync(folder).sort()).toEqual(['a.svg', 'b.svg']);
});
