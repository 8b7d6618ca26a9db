import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAtlas } from '#atlas/build/pages.ts';
import { type BuiltAtlas, buildRevision, readAtlas } from '#atlas/build/revision.ts';
import { withBrowser } from '#atlas/charts/printed-flows.ts';
import { openProject, type Project } from '#atlas/config.ts';
import { changedCharts } from '#atlas/diff/changed-charts.ts';
import { withRevision } from '#atlas/diff/checkout.ts';
import { diffPage } from '#atlas/diff/page.ts';
import { type Revision, readRevision } from '#atlas/diff/read.ts';
import { reportOf, reportText } from '#atlas/diff/report.ts';
import { screenPairs, textFinder } from '#atlas/diff/screen-pairs.ts';
import { takeScreenshots } from '#atlas/diff/screenshots.ts';
import { readRemarks } from '#atlas/remarks/read.ts';
import { remarkStatus } from '#atlas/remarks/remark.ts';
import { exitWithError, readOptions } from '#atlas/usage.ts';

const USAGE = 'munjigi-atlas diff <git revision> [--out <folder>] [--no-screens]';

/** Reads both revisions and takes screenshots of the changed states. */
async function compareWith(project: Project, folder: string, hasScreens: boolean) {
  const before = await readRevision(await openProject(folder, project.root));
  const after = await readRevision(project);
  if (!hasScreens) return { before, after, statesShowing: () => [], screens: {}, problem: null };
  const scratch = mkdtempSync(join(tmpdir(), 'munjigi-atlas-'));
  try {
    await buildAtlas(project, scratch);
    const now = readAtlas(scratch);
    const found = buildRevision(folder);
    const [old, problem]: readonly [BuiltAtlas | null, string | null] =
      'problem' in found ? [null, found.problem] : [found, null];
    const statesShowing = textFinder([old?.data ?? null, now.data]);
    const pairs = screenPairs(reportOf(before, after, 'en', statesShowing), old?.data ?? null, now.data);
    const folders = { before: old?.folder ?? null, after: now.folder };
    const screens = await withBrowser(project, (browser) =>
      takeScreenshots(() => browser.newPage(), folders, pairs),
    );
    return { before, after, statesShowing, screens, problem };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

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
  const { before, after, statesShowing, screens, problem } = await withRevision(
    project.root,
    revision,
    (folder) => compareWith(project, folder, hasScreens),
  );
  const reports = [
    reportOf(before, after, 'ko', statesShowing),
    reportOf(before, after, 'en', statesShowing),
  ] as const;
  // A revision without words is drawn with those of today.
  const words = Object.keys(before.words.states).length === 0 ? after.words : before.words;
  const machineOf = ({ machines }: Revision, id: string) => machines.find((machine) => machine.id === id);
  const charts = Object.fromEntries(
    reports[1].parts
      .map(({ id, lines }) => ({ id, lines, was: machineOf(before, id), is: machineOf(after, id) }))
      .filter(({ was, is }) => was ?? is)
      .map(({ id, lines, was, is }) => [
        id,
        changedCharts({ machine: was, words }, { machine: is, words: after.words }, lines),
      ]),
  );
  const remarks = readRemarks(project).map((remark) => ({
    ...remark,
    hasChanged: remarkStatus(remark, after) !== 'current',
  }));
  const folder = values.out ?? mkdtempSync(join(tmpdir(), 'munjigi-charts-'));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'changes.html');
  writeFileSync(file, diffPage(reports, { charts, screens, remarks, problem }, revision));
  console.log(reportText(reports[1]) || 'Nothing has changed.');
  if (problem !== null)
    console.log(`\nThe screens of ${revision} are not there: it cannot be built (${problem}).`);
  console.log(`\nSide by side, in Korean and English: ${file}`);
}
