import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withRevision } from '#scripts/charts/diff/checkout.ts';
import { compareMachines } from '#scripts/charts/diff/compare.ts';
import { diffPage } from '#scripts/charts/diff/page.ts';
import { changedSheets } from '#scripts/charts/diff/pictures.ts';
import { type Revision, readRevision } from '#scripts/charts/diff/read.ts';
import { reportOf, reportText } from '#scripts/charts/diff/report.ts';
import { readPlaces } from '#scripts/charts/places-file.ts';
import { endWith, given } from '#scripts/usage.ts';

const ROOT = join(import.meta.dirname, '..');
const USAGE = 'Say since when: npm run charts:diff -- <git revision> [--out <folder>]';
const { values, positionals } = given(USAGE, () =>
  parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } }),
);
const revision = positionals[0] ?? endWith(USAGE);

const before = await withRevision(ROOT, revision, readRevision);
const after = await readRevision(ROOT);
const reports = [reportOf(before, after, 'ko'), reportOf(before, after, 'en')] as const;

/** A revision from before there were words is drawn in those of today. */
const words = Object.keys(before.words.states).length === 0 ? after.words : before.words;
const side = ({ machines }: Revision, id: string) => machines.find((machine) => machine.id === id);
const places = readPlaces(ROOT);
const sheets = Object.fromEntries(
  compareMachines(before.machines, after.machines).map((diff) => [
    diff.machine,
    changedSheets(
      { machine: side(before, diff.machine), words },
      { machine: side(after, diff.machine), words: after.words },
      diff,
      places,
    ),
  ]),
);

const folder = values.out ?? mkdtempSync(join(tmpdir(), 'munjigi-charts-'));
mkdirSync(folder, { recursive: true });
const file = join(folder, 'changes.html');
writeFileSync(
  file,
  diffPage(reports, { sheets, screens: {}, style: { before: null, after: null } }, revision),
);
console.log(reportText(reports[1]) || 'Nothing has changed.');
console.log(`\nSide by side, in Korean and English: ${file}`);
