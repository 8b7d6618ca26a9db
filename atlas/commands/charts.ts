import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chartFiles } from '#atlas/charts/files.ts';
import { staleFiles, writeFolder } from '#atlas/charts/folder.ts';
import type { Project } from '#atlas/config.ts';
import { exitWithError, readOptions } from '#atlas/usage.ts';

const USAGE = 'munjigi-atlas charts [--arrange] [--pdf [--out <folder>] [<flow> ...]]';

type Files = ReadonlyMap<string, string>;

/**
 * Writes charts as PDF and PNG, and the documents of flows as PDF.
 * @param flows all where none is named
 * @throws when no Chromium is found
 */
async function exportPdf(
  project: Project,
  files: Files,
  folder: string,
  flows: readonly string[],
): Promise<void> {
  const charts = [...files]
    .filter(([name]) => name.endsWith('.svg'))
    .filter(([name]) => flows.length === 0 || flows.some((flow) => name.startsWith(`${flow}.`)))
    .map(([name, svg]) => ({ name: name.replace(/\.svg$/, ''), svg }));
  if (charts.length === 0) exitWithError(`There is no flow "${flows.join(', ')}". ${USAGE}`);
  // Imported here because the check of the charts does not need the build of the atlas.
  const { buildAtlas } = await import('#atlas/build/pages.ts');
  const { printCharts, withBrowser } = await import('#atlas/charts/print.ts');
  const { printableFlows, printFlows } = await import('#atlas/charts/printed-flows.ts');
  const atlas = mkdtempSync(join(tmpdir(), 'munjigi-atlas-'));
  try {
    await buildAtlas(project, atlas, null);
    await withBrowser(project, async (browser) => {
      await printCharts(await browser.newPage(), folder, charts);
      const printed = await printFlows(await browser.newPage(), atlas, folder, printableFlows(atlas, flows));
      console.log(`${charts.length} charts as PDF and PNG, ${printed.length} flows as PDF in ${folder}`);
    });
  } finally {
    rmSync(atlas, { recursive: true });
  }
}

function check(project: Project, files: Files): void {
  const problems = staleFiles(join(project.root, project.charts), files);
  for (const problem of problems) console.error(`${project.charts}/${problem}`);
  if (problems.length === 0) return;
  console.error('Run munjigi-atlas charts and commit the files.');
  process.exitCode = 1;
}

/** Writes the charts of a project, exports them, or checks that they are up to date with the machines. */
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
  else if (values.pdf) await exportPdf(project, files, values.out, positionals);
  else {
    writeFolder(join(project.root, project.charts), files);
    console.log(`${files.size} files in ${project.charts}`);
  }
}
