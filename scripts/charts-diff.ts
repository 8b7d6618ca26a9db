import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withRevision } from '#scripts/charts/diff/checkout.ts';
import { compareMachines } from '#scripts/charts/diff/compare.ts';
import { readRevision } from '#scripts/charts/diff/read.ts';
import { reportOf, reportText } from '#scripts/charts/diff/report.ts';
import { diffPaint, isTouched, unionOf } from '#scripts/charts/diff/union.ts';
import { place } from '#scripts/charts/drawing/layout.ts';
import { drawSvg } from '#scripts/charts/drawing/svg.ts';
import { figuresOf } from '#scripts/charts/figures.ts';
import { endWith, given } from '#scripts/usage.ts';

const ROOT = join(import.meta.dirname, '..');
const USAGE = 'Say since when: npm run charts:diff -- <git revision> [--out <folder>]';
const { values, positionals } = given(USAGE, () =>
  parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } }),
);
const revision = positionals[0] ?? endWith(USAGE);

const before = await withRevision(ROOT, revision, readRevision);
const after = await readRevision(ROOT);

console.log(reportText(reportOf(before, after, 'en')));

const folder = values.out ?? mkdtempSync(join(tmpdir(), 'munjigi-charts-'));
mkdirSync(folder, { recursive: true });
const drawn: string[] = [];
for (const diff of compareMachines(before.machines, after.machines)) {
  const [old, now] = [before, after].map(({ machines }) => machines.find(({ id }) => id === diff.machine));
  const paint = diffPaint(diff);
  for (const figure of figuresOf(unionOf(old, now, diff)).filter(isTouched(paint))) {
    const file = `${figure.id}.svg`;
    writeFileSync(join(folder, file), drawSvg(await place(figure), paint));
    drawn.push(file);
  }
}
console.log(drawn.length === 0 ? '\nNo chart has changed.' : `\nDrawn in ${folder}: ${drawn.join(', ')}`);
