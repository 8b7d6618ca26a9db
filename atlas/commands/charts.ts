import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chartFiles } from '#atlas/charts/files.ts';
import { staleFiles, writeFolder } from '#atlas/charts/folder.ts';
import type { Project } from '#atlas/config.ts';
import { endWith, readOptions } from '#atlas/usage.ts';

const USAGE = 'munjigi-atlas charts [--arrange] [--pdf [--out <folder>] [<flow> ...]]';

type Files = ReadonlyMap<string, string>;

/** Writes charts as PDF and PNG, of the named flows or of all. */
async function printPdf(
  project: Project,
  files: Files,
  out: string,
  flows: readonly string[],
): Promise<void> {
  const isWanted = (name: string): boolean =>
    name.endsWith('.svg') &&
    (flows.length === 0 || flows.some((flow) => name === `${flow}.svg` || name.startsWith(`${flow}.`)));
  const charts = [...files]
    .filter(([name]) => isWanted(name))
    .map(([name, svg]) => ({ name: name.replace(/\.svg$/, ''), svg }));
  if (charts.length === 0) endWith(`There is no flow "${flows.join(', ')}". ${USAGE}`);
  // Loaded when needed: the check of the charts does not load the builder of the atlas.
  const { takeAlong } = await import('#atlas/charts/take-along.ts');
  const taken = await takeAlong(project, out, charts, flows);
  console.log(`${taken.charts} charts as PDF and PNG, ${taken.walkthroughs} walkthroughs as PDF in ${out}`);
}

function check(project: Project, files: Files): void {
  const problems = staleFiles(join(project.root, project.charts), files);
  for (const problem of problems) console.error(`${project.charts}/${problem}`);
  if (problems.length === 0) return;
  console.error('Write the charts anew and commit them.');
  process.exitCode = 1;
}

/** Writes the charts of a project, prints them, or checks that they are up to date with the machines. */
export async function runCharts(project: Project, args: readonly string[], isCheck: boolean): Promise<void> {
  const { values, positionals } = readOptions(USAGE, () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        arrange: { type: 'boolean', default: false },
        pdf: { type: 'boolean', default: false },
        out: { type: 'string', default: join(project.root, 'dist-charts') },
      },
    }),
  );
  const files = await chartFiles(project, values.arrange ? {} : undefined);
  if (isCheck) check(project, files);
  else if (values.pdf) await printPdf(project, files, values.out, positionals);
  else {
    writeFolder(join(project.root, project.charts), files);
    console.log(`${files.size} files in ${project.charts}`);
  }
}
