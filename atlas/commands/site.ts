import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changesOf, copyOlderScreens, type OlderRevision } from '#atlas/build/changes.ts';
import {
  type AtlasMeasurements,
  checkLimits,
  idleSeconds,
  sizeOf,
  timeToOpen,
} from '#atlas/build/measure.ts';
import { buildAtlas } from '#atlas/build/pages.ts';
import { buildRevision } from '#atlas/build/revision.ts';
import { withBrowser } from '#atlas/charts/print.ts';
import { openProject, type Project } from '#atlas/config.ts';
import { type CoverageRecord, readRecord } from '#atlas/coverage/record.ts';
import { withRevision } from '#atlas/diff/checkout.ts';
import { readRevision } from '#atlas/diff/read.ts';
import { readOptions } from '#atlas/usage.ts';

const USAGE = 'munjigi-atlas site [--since <git revision>] [--measure]';

/** Builds the atlas with the changes since a revision, and the screens of both. */
const buildSince = (
  project: Project,
  folder: string,
  record: CoverageRecord | null,
  since: string,
): Promise<number> =>
  withRevision(project.root, since, async (old) => {
    const older: OlderRevision = {
      since,
      revision: await readRevision(await openProject(old, project.root)),
      atlas: buildRevision(old),
    };
    const now = await readRevision(project);
    const built = await buildAtlas(project, folder, record, (data) => changesOf(older, now, data));
    if ('folder' in older.atlas) copyOlderScreens(older.atlas.folder, folder);
    return built;
  });

/** Builds the atlas of a project; with `--measure` it says how long that took and fails when it is too much. */
export async function runSite(project: Project, args: readonly string[]): Promise<void> {
  const { values } = readOptions(USAGE, () =>
    parseArgs({
      args: [...args],
      options: { since: { type: 'string' }, measure: { type: 'boolean', default: false } },
    }),
  );
  const folder = join(project.root, project.site);
  const record = readRecord(join(project.root, project.coverage));
  if (values.measure) await project.screens?.forget?.();
  const begun = performance.now();
  const { since } = values;
  const states = await (since === undefined
    ? buildAtlas(project, folder, record)
    : buildSince(project, folder, record, since));
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage();
  console.log(
    `The atlas with the screens of ${states} states, in ${seconds.toFixed(1)} s: open ${join(folder, 'index.html')}`,
  );
  console.log(
    record
      ? `With the coverage of the last test run (${record.recorded.join(', ')})`
      : 'No coverage is recorded',
  );
  if (!values.measure) return;
  const opened = await withBrowser(project, async (browser) => timeToOpen(await browser.newPage(), folder));
  const built = idleSeconds(seconds, (user + system) / 1e6);
  const measured: AtlasMeasurements = { built, opened, size: sizeOf(folder) };
  const { lines, isWithinLimits: holds } = checkLimits(measured);
  for (const line of lines) console.log(line);
  if (!holds) process.exitCode = 1;
}
