import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAtlas } from '#atlas/build/pages.ts';
import { type BuiltAtlas, buildRevision, readAtlas } from '#atlas/build/revision.ts';
import { readPlaces } from '#atlas/charts/places-file.ts';
import { withBrowser } from '#atlas/charts/print.ts';
import { withRevision } from '#atlas/diff/checkout.ts';
import { compareMachines } from '#atlas/diff/compare.ts';
import { diffPage, type Pictures } from '#atlas/diff/page.ts';
import { photograph } from '#atlas/diff/photograph.ts';
import { changedSheets } from '#atlas/diff/pictures.ts';
import { type Revision, readRevision } from '#atlas/diff/read.ts';
import { reportOf, reportText } from '#atlas/diff/report.ts';
import { shotsOf, showingOf } from '#atlas/diff/shots.ts';
import { endWith, readOptions } from '#tools/usage.ts';

const ROOT = join(import.meta.dirname, '..');
const USAGE = 'Say since when: npm run charts:diff -- <git revision> [--out <folder>] [--no-screens]';
const { values, positionals } = readOptions(USAGE, () =>
  parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: { out: { type: 'string' }, screens: { type: 'boolean', default: true } },
  }),
);
const revision = positionals[0] ?? endWith(USAGE);

/** The machines of both revisions and, unless `--no-screens` is given, the changed screens and pictures of them. */
async function compareWith(folder: string) {
  const before = await readRevision(folder);
  const after = await readRevision(ROOT);
  if (!values.screens) return { before, after, showing: () => [], screens: {}, problem: null };
  const scratch = mkdtempSync(join(tmpdir(), 'munjigi-atlas-'));
  try {
    await buildAtlas(ROOT, scratch, null);
    const now = readAtlas(scratch);
    const found = buildRevision(folder);
    const [old, problem]: readonly [BuiltAtlas | null, string | null] =
      'problem' in found ? [null, found.problem] : [found, null];
    const showing = showingOf([old?.data ?? null, now.data]);
    const shots = shotsOf(reportOf(before, after, 'en', showing), old?.data ?? null, now.data);
    const folders = { before: old?.folder ?? null, after: now.folder };
    const screens = await withBrowser((browser) => photograph(() => browser.newPage(), folders, shots));
    return { before, after, showing, screens, problem };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const { before, after, showing, screens, problem } = await withRevision(ROOT, revision, compareWith);
const reports = [reportOf(before, after, 'ko', showing), reportOf(before, after, 'en', showing)] as const;

/** A revision without a catalogue of words is drawn with the current one. */
const words = Object.keys(before.words.states).length === 0 ? after.words : before.words;
const side = ({ machines }: Revision, id: string) => machines.find((machine) => machine.id === id);
const places = readPlaces(ROOT);
const sheets: Pictures['sheets'] = Object.fromEntries(
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
writeFileSync(file, diffPage(reports, { sheets, screens, problem }, revision));
console.log(reportText(reports[1]) || 'Nothing has changed.');
if (problem !== null)
  console.log(`\nThe screens of ${revision} are not there: it cannot be built (${problem}).`);
console.log(`\nSide by side, in Korean and English: ${file}`);
