import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AtlasData } from '#atlas/build/data.ts';
import { buildAtlasOfRevision } from '#atlas/build/revision.ts';
import type { Report, ReportSection } from '#atlas/diff/report.ts';
import { createTextFinder, screenPairs } from '#atlas/diff/screens.ts';

const variant = (id: string, moment: number) => ({ id, moment, values: [] });

const atlas = (moment: number): AtlasData =>
  ({
    states: {
      'door.shut': { variants: [variant('default', moment), variant('with-sign', moment + 1)], refusals: [] },
      'door.open': { variants: [variant('default', moment + 2)], refusals: [] },
    },
    keys: { 'door.shut': { 'door.sign': 'with-sign' } },
  }) as unknown as AtlasData;

const reportWith = (lines: ReportSection['lines']): Report => ({
  language: 'en',
  sections: [{ id: 'door', name: 'Door', lines }],
});

const line = {
  change: 'changed',
  name: '',
  before: [],
  after: [],
  ids: { before: '', after: '' },
} as const;

test('a change has the screens of its states, and a changed text those of the variants that show it', () => {
  const statesShowing = createTextFinder([atlas(10), atlas(20)]);
  expect(statesShowing('door.sign')).toEqual(['door.shut']);
  expect(statesShowing('door.bell')).toEqual([]);
  const report = reportWith([
    { ...line, id: 'ko door.sign', kind: 'text', states: statesShowing('door.sign') },
    { ...line, id: 'door.open', kind: 'state', states: ['door.open'] },
    { ...line, id: 'door.nowhere', kind: 'state', states: ['door.nowhere'] },
  ]);
  expect(screenPairs(report, atlas(10), atlas(20))).toEqual([
    { state: 'door.shut', before: 11, after: 21 },
    { state: 'door.open', before: 12, after: 22 },
  ]);
  expect(screenPairs(report, null, atlas(20))[0]).toEqual({ state: 'door.shut', before: null, after: 21 });
});

test('a revision that cannot be built has a problem of one line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(buildAtlasOfRevision(folder)).toEqual({
    problem: `Can't find package.json for directory ${folder}`,
  });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { atlas: 'node atlas.ts' } }));
  writeFileSync(join(folder, 'atlas.ts'), "throw new Error('There is no machine');");
  expect(buildAtlasOfRevision(folder)).toEqual({ problem: 'Error: There is no machine' });
});
