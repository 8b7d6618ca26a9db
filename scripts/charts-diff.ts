import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withRevision } from '#scripts/charts/diff/checkout.ts';
import { compareMachines, compareTexts, type Difference } from '#scripts/charts/diff/compare.ts';
import { diffPaint, isTouched, unionOf } from '#scripts/charts/diff/union.ts';
import { place } from '#scripts/charts/drawing/layout.ts';
import { drawSvg } from '#scripts/charts/drawing/svg.ts';
import { figuresOf } from '#scripts/charts/figures.ts';
import { readModels } from '#scripts/charts/model/find.ts';
import { readCatalogues } from '#scripts/charts/texts.ts';
import { endWith, given } from '#scripts/usage.ts';

const ROOT = join(import.meta.dirname, '..');
const USAGE = 'Say since when: npm run charts:diff -- <git revision> [--out <folder>]';
const { values, positionals } = given(USAGE, () =>
  parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } }),
);
const revision = positionals[0] ?? endWith(USAGE);

const read = async (folder: string) => ({
  machines: await readModels(folder),
  texts: readCatalogues(folder),
});
const before = await withRevision(ROOT, revision, read);
const after = await read(ROOT);

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;
/** The lines of a text that another one lacks. */
const without = (text: string, other: string): readonly string[] =>
  text.split('\n').filter((line) => !other.split('\n').includes(line));
const linesOf = ({ change, id, before: old, after: now }: Difference): readonly string[] =>
  change === 'changed'
    ? [
        `  ~ ${id}`,
        ...without(old, now).map((line) => `      was ${line}`),
        ...without(now, old).map((line) => `      is  ${line}`),
      ]
    : [`  ${SIGNS[change]} ${now || old}`];
const nameOf = (difference: Difference): Difference =>
  difference.change === 'changed'
    ? difference
    : { ...difference, before: difference.id, after: difference.id };

const diffs = compareMachines(before.machines, after.machines);
for (const { machine, states, transitions } of diffs) {
  console.log(`\n${machine}`);
  for (const line of [...states.map(nameOf), ...transitions].flatMap(linesOf)) console.log(line);
}
for (const { language, ...text } of compareTexts(before.texts, after.texts)) {
  console.log(`\n${language} ${text.id}`);
  if (text.before) console.log(`  − ${text.before}`);
  if (text.after) console.log(`  + ${text.after}`);
}

const folder = values.out ?? mkdtempSync(join(tmpdir(), 'munjigi-charts-'));
mkdirSync(folder, { recursive: true });
const drawn: string[] = [];
for (const diff of diffs) {
  const [old, now] = [before, after].map(({ machines }) => machines.find(({ id }) => id === diff.machine));
  const paint = diffPaint(diff);
  for (const figure of figuresOf(unionOf(old, now, diff)).filter(isTouched(paint))) {
    const file = `${figure.id}.svg`;
    writeFileSync(join(folder, file), drawSvg(await place(figure), paint));
    drawn.push(file);
  }
}
console.log(drawn.length === 0 ? '\nNo chart has changed.' : `\nDrawn in ${folder}: ${drawn.join(', ')}`);
