import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAtlas } from '#scripts/atlas/build.ts';
import { changesOf, keepBefore, type Older } from '#scripts/atlas/changes.ts';
import { buildRevision } from '#scripts/atlas/revision.ts';
import { withRevision } from '#scripts/charts/diff/checkout.ts';
import { readRevision } from '#scripts/charts/diff/read.ts';
import { ATLAS_FOLDER, COVERAGE_FOLDER, ROOT } from '#scripts/coverage/folders.ts';
import { readRecord } from '#scripts/coverage/record.ts';
import { given } from '#scripts/usage.ts';

const { values } = given('npm run atlas -- [--since <git revision>]', () =>
  parseArgs({ options: { since: { type: 'string' } } }),
);

const record = readRecord(COVERAGE_FOLDER);

/** Builds the atlas with what has changed since a revision, and with the screens of that beside its own. */
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

const begun = performance.now();
const { since } = values;
const states = await (since === undefined ? buildAtlas(ROOT, ATLAS_FOLDER, record) : buildSince(since));
const seconds = ((performance.now() - begun) / 1000).toFixed(1);
console.log(
  `The flow atlas with the screens of ${states} states, in ${seconds} s: open ${join(ATLAS_FOLDER, 'index.html')}`,
);
console.log(
  record
    ? `Painted with what the last run of the suites recorded (${record.recorded.join(', ')})`
    : 'No coverage is recorded: "npm test" records it, and paints the atlas that is there',
);
