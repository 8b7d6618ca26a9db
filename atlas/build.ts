import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changesOf, keepBefore, type Older } from '#atlas/build/changes.ts';
import { type Measured, sizeOf, timeToOpen, undelayed, verdictOf } from '#atlas/build/measure.ts';
import { buildAtlas } from '#atlas/build/pages.ts';
import { buildRevision } from '#atlas/build/revision.ts';
import { forgetScreens } from '#atlas/build/screen-cache.ts';
import { withBrowser } from '#atlas/charts/print.ts';
import { ATLAS_FOLDER, COVERAGE_FOLDER, ROOT } from '#atlas/coverage/folders.ts';
import { readRecord } from '#atlas/coverage/record.ts';
import { withRevision } from '#atlas/diff/checkout.ts';
import { readRevision } from '#atlas/diff/read.ts';
import { readOptions } from '#tools/usage.ts';

const { values } = readOptions('npm run atlas -- [--since <git revision>] [--measure]', () =>
  parseArgs({ options: { since: { type: 'string' }, measure: { type: 'boolean', default: false } } }),
);

const record = readRecord(COVERAGE_FOLDER);

/** Builds the atlas with the changes since a revision, and the screens of both. */
const buildSince = (since: string): Promise<number> =>
  withRevision(ROOT, since, async (folder) => {
    const older: Older = {
      since,
      revision: await readRevision(folder),
      atlas: buildRevision(folder),
    };
    const now = await readRevision(ROOT);
    const built = await buildAtlas(ROOT, ATLAS_FOLDER, record, (data) => changesOf(older, now, data));
    if ('folder' in older.atlas) keepBefore(older.atlas.folder, ATLAS_FOLDER);
    return built;
  });

if (values.measure) forgetScreens(ROOT);
const begun = performance.now();
const { since } = values;
const states = await (since === undefined ? buildAtlas(ROOT, ATLAS_FOLDER, record) : buildSince(since));
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage();
console.log(
  `The flow atlas with the screens of ${states} states, in ${seconds.toFixed(1)} s: open ${join(ATLAS_FOLDER, 'index.html')}`,
);
console.log(
  record
    ? `Painted with what the last run of the suites recorded (${record.recorded.join(', ')})`
    : 'No coverage is recorded: "npm test" records it, and paints the atlas that is there',
);
if (values.measure) {
  const opened = await withBrowser(async (browser) => timeToOpen(await browser.newPage(), ATLAS_FOLDER));
  const built = undelayed(seconds, (user + system) / 1e6);
  const measured: Measured = { built, opened, size: sizeOf(ATLAS_FOLDER) };
  const { lines, holds } = verdictOf(measured);
  for (const line of lines) console.log(line);
  if (!holds) process.exitCode = 1;
}
