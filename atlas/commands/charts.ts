import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chartFiles } from '#atlas/charts/files.ts';
import { outdatedFiles, writeFolder } from '#atlas/charts/folder.ts';
import type { Project } from '#atlas/config.ts';
import { inScratchFolder } from '#atlas/scratch-folder.ts';
import { exitWithError, readOptions } from '#atlas/usage.ts';

const USAGE = 'munjigi-atlas charts [--pdf [--out <folder>] [<flow> ...]]';

/**
 * Prints flows as PDF.
 * @param names of flows; empty for all
 * @throws when no Chromium is found
 */
async function exportPdf(project: Project, folder: string, names: readonly string[]): Promise<void> {
  // Imported here because the check of the charts does not need the build of the atlas.
  const { buildAtlas } = await import('#atlas/build/pages.ts');
  const { printableFlows, printFlows, withBrowser } = await import('#atlas/charts/printed-flows.ts');
  await inScratchFolder(async (atlas) => {
    await buildAtlas(project, atlas);
    const flows = printableFlows(atlas, names);
    if (flows.length === 0) exitWithError(`There is no flow "${names.join(', ')}". ${USAGE}`);
    const files = await withBrowser(project, async (browser) =>
      printFlows(await browser.newPage(), atlas, folder, flows),
    );
    console.log(`${files.length} PDF files in ${folder}`);
  });
}

/** Writes the charts of a project, prints its flows, or checks that the charts are up to date with the machines. */
export async function runCharts(
  project: Project,
  args: readonly string[],
  { isCheck }: { readonly isCheck: boolean },
): Promise<void> {
  const { values, positionals } = readOptions(USAGE, () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        pdf: { type: 'boolean', default: false },
        out: { type: 'string', default: join(project.root, 'dist-charts') },
      },
    }),
  );
  if (values.pdf) return exportPdf(project, values.out, positionals);
  const files = await chartFiles(project);
  const folder = join(project.root, project.charts);
  if (!isCheck) {
    writeFolder(folder, files);
    console.log(`${files.size} files in ${project.charts}`);
    return;
  }
  const problems = outdatedFiles(folder, files);
  for (const problem of problems) console.error(`${project.charts}/${problem}`);
  if (problems.length === 0) return;
  console.error('Run munjigi-atlas charts and commit the files.');
  process.exitCode = 1;
}
