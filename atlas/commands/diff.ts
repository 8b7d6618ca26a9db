import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAtlas } from '#atlas/build/pages.ts';
import { buildRevision, readAtlas } from '#atlas/build/revision.ts';
import { withBrowser } from '#atlas/charts/printed-flows.ts';
import { openProject, type Project } from '#atlas/config.ts';
import { changedCharts } from '#atlas/diff/changed-charts.ts';
import { withRevision } from '#atlas/diff/checkout.ts';
import { diffPage } from '#atlas/diff/page.ts';
import { type Revision, readRevision } from '#atlas/diff/read.ts';
import { reportOf, reportText } from '#atlas/diff/report.ts';
import { screenPairs, takeScreenshots, textFinder } from '#atlas/diff/screens.ts';
import { readRemarks } from '#atlas/remarks/read.ts';
import { remarkStatus } from '#atlas/remarks/remark.ts';
import { inScratchFolder } from '#atlas/scratch-folder.ts';
import { exitWithError, readOptions } from '#atlas/usage.ts';
import { LANGUAGES } from '#atlas/words/types.ts';

const USAGE = 'munjigi-atlas diff <git revision> [--out <folder>] [--no-screens]';

/** The screenshots of the changed states. @param folder the older revision */
const compareScreens = (project: Project, folder: string, before: Revision, after: Revision) =>
  inScratchFolder(async (scratch) => {
    await buildAtlas(project, scratch);
    const now = readAtlas(scratch);
    const built = buildRevision(folder);
    const old = 'problem' in built ? null : built;
    const statesShowing = textFinder([old?.data ?? null, now.data]);
    const pairs = screenPairs(reportOf(before, after, 'en', statesShowing), old?.data ?? null, now.data);
    const folders = { before: old?.folder ?? null, after: now.folder };
    const screens = await withBrowser(project, (browser) =>
      takeScreenshots(() => browser.newPage(), folders, pairs),
    );
    return { statesShowing, screens, problem: 'problem' in built ? built.problem : null };
  });

/** Writes a page of the changes since a git revision, and prints them. */
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
  const { before, statesShowing, screens, problem } = await withRevision(
    project.root,
    revision,
    async (folder) => {
      const old = await readRevision(await openProject(folder, project.root));
      const compared = hasScreens
        ? await compareScreens(project, folder, old, after)
        : { statesShowing: () => [], screens: {}, problem: null };
      return { before: old, ...compared };
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
    console.log(`\nThe screens of ${revision} are not there: it cannot be built (${problem}).`);
  console.log(`\nSide by side, in Korean and English: ${file}`);
}
