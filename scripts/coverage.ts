import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { place } from '#scripts/charts/drawing/layout.ts';
import { drawSvg } from '#scripts/charts/drawing/svg.ts';
import { figuresOf } from '#scripts/charts/figures.ts';
import { readModels } from '#scripts/charts/model/find.ts';
import { COVERAGE_FOLDER, ROOT, TRACE_FOLDER } from '#scripts/coverage/folders.ts';
import { coverageOf, gapsOf, tableOf } from '#scripts/coverage/judge.ts';
import { coveragePaint } from '#scripts/coverage/paint.ts';
import { readTraces } from '#scripts/coverage/traces.ts';

const traces = readTraces(TRACE_FOLDER);
const machines = await readModels(ROOT);
const coverages = machines.map((machine) => coverageOf(machine, traces));

mkdirSync(COVERAGE_FOLDER, { recursive: true });
writeFileSync(join(COVERAGE_FOLDER, 'coverage.json'), `${JSON.stringify(coverages, null, 2)}\n`);
if (process.argv.includes('--draw')) {
  for (const [index, machine] of machines.entries()) {
    const coverage = coverages[index];
    if (!coverage) continue;
    for (const figure of figuresOf(machine)) {
      const svg = drawSvg(await place(figure), coveragePaint(coverage));
      writeFileSync(join(COVERAGE_FOLDER, `${figure.id}.svg`), svg);
    }
  }
}

console.log(tableOf(coverages));
for (const { machine, model, walk } of machines.map((each) => gapsOf(each, traces))) {
  for (const id of model) console.error(`${machine}: no model path takes ${id}`);
  for (const id of walk) console.error(`${machine}: no walk of a view takes ${id}`);
  if (model.length + walk.length > 0) process.exitCode = 1;
}
