import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAtlas } from '#atlas/build/pages.ts';
import { buildAtlasOfRevision, readBuiltAtlas } from '#atlas/build/revision.ts';
import { withBrowser } from '#atlas/charts/printed-flows.ts';
import { openProject, type Project } from '#atlas/config.ts';
import { changedCharts } from '#atlas/diff/changed-charts.ts';
import { inRevisionFolder } from '#atlas/diff/checkout.ts';
import { diffPage } from '#atlas/diff/page.ts';
import { type Revision, readRevision } from '#atlas/diff/read.ts';
import { reportOf, reportText } from '#atlas/diff/report.ts';
import { createTextFinder, screenPairs, takeScreenshots } from '#atlas/diff/screens.ts';
import { readRemarks } from '#atlas/remarks/read.ts';
import { remarkStatus } from '#atlas/remarks/remark.ts';
import { withScratchFolder } from '#atlas/scratch-folder.ts';
import { exitWithError, readOptions } from '#atlas/usage.ts';
import { LANGUAGES } from '#atlas/words/types.ts';

const USAGE = 'munjigi-atlas diff <git revision> [--out <folder>] [--no-screens]';

/**
 * Takes screenshots of the changed states in both revisions.
 * @param folder the folder with the files of the older revision
 */
const compareScreens = (project: Project, folder: string, before: Revision, after: Revision) =>
  withScratchFolder(async (scratch) => {
    await buildAtlas(project, scratch);
    const atlasAfter = readBuiltAtlas(scratch);
    const buildResult = buildAtlasOfRevision(folder);
    const atlasBefore = 'problem' in buildResult ? null : buildResult;
    const statesShowing = createTextFinder([atlasBefore?.data ?? null, atlasAfter.data]);
    const report = reportOf(before, after, 'en', statesShowing);
    const pairs = screenPairs(report, atlasBefore?.data ?? null, atlasAfter.data);
    const folders = { before: atlasBefore?.folder ?? null, after: atlasAfter.folder };
    const screens = await withBrowser(project, (browser) =>
      takeScreenshots(() => browser.newPage(), folders, pairs),
    );
    return { statesShowing, screens, problem: 'problem' in buildResult ? buildResult.problem : null };
  });

/** Runs `munjigi-atlas diff`: writes a page with the changes since a git revision, and prints the changes. */
export async function runDiff(project: Project, args: readonly string[]): Promise<void> {
  const { values, positionals } = readOptions(USAGE, () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: { out: { type: 'string' }, screens: { type: 'boolean', default: true } },
    }),
  );
  const revision = positionals[0] ?? exitWithError(`Name a revision: ${USAGE}`);
  const hasScreens = values.screens && project.screens !== undefined;
  const after = await readRevision(project);
  const { before, statesShowing, screens, problem } = await inRevisionFolder(
    project.root,
    revision,
    async (folder) => {
      const olderRevision = await readRevision(await openProject(folder, project.root));
      const comparedScreens = hasScreens
        ? await compareScreens(project, folder, olderRevision, after)
        : { statesShowing: () => [], screens: {}, problem: null };
      return { before: olderRevision, ...comparedScreens };
    },
  );
  const reports = LANGUAGES.map((language) => reportOf(before, after, language, statesShowing));
  const sections = reports.find(({ language }) => language === 'en')?.sections ?? [];
  const sideOf = ({ machines, words }: Revision, id: string) => ({
    machine: machines.find((machine) => machine.id === id),
    words,
  });
  const charts = Object.fromEntries(
    sections.map(({ id, lines }) => [
      id,
      changedCharts({ before: sideOf(before, id), after: sideOf(after, id) }, lines),
    ]),
  );
  const remarks = readRemarks(project).map((remark) => ({
    ...remark,
    hasChanged: remarkStatus(remark, after) !== 'current',
  }));
  const folder = values.out ?? mkdtempSync(join(tmpdir(), 'munjigi-atlas-'));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'changes.html');
  writeFileSync(file, diffPage(reports, { charts, screens, remarks, problem }, revision));
  console.log(reportText(sections) || 'Nothing has changed.');
  if (problem !== null)
    console.log(`\nThere are no screens of ${revision}, because its atlas cannot be built (${problem}).`);
  console.log(`\nSide by side, in Korean and English: ${file}`);
}
