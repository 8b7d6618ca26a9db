import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chartFiles } from '#atlas/charts/files.ts';
import { outdatedFiles, writeFolder } from '#atlas/charts/folder.ts';
import type { Project } from '#atlas/config.ts';
import { withScratchFolder } from '#atlas/scratch-folder.ts';
import { exitWithError, readOptions } from '#atlas/usage.ts';

const USAGE = 'munjigi-atlas charts [--pdf [--out <folder>] [<flow> ...]]';

/**
 * Prints flows as PDF files into a folder.
 * @param names the names of the flows; empty for all flows
 * @throws when no Chromium is found
 */
async function printPdf(project: Project, folder: string, names: readonly string[]): Promise<void> {
  // Imported here because the other commands do not need these modules, which take long to load.
  const { buildAtlas } = await import('#atlas/build/pages.ts');
  const { printableFlows, printFlows, withBrowser } = await import('#atlas/charts/printed-flows.ts');
  await withScratchFolder(async (atlasFolder) => {
    await buildAtlas(project, atlasFolder);
    const flows = printableFlows(atlasFolder, names);
    if (flows.length === 0) exitWithError(`There is no flow "${names.join(', ')}". ${USAGE}`);
    const files = await withBrowser(project, async (browser) =>
      printFlows(await browser.newPage(), atlasFolder, folder, flows),
    );
    console.log(`${files.length} PDF files in ${folder}`);
  });
}

/**
 * Runs `munjigi-atlas charts` and `munjigi-atlas check`: writes the charts of a project, prints its flows, or checks that the charts
 * are up to date.
 */
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
  if (values.pdf) return printPdf(project, values.out, positionals);
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
