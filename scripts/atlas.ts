import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAtlas } from '#scripts/atlas/build.ts';
import type { AtlasChanges } from '#scripts/atlas/types.ts';
import { withRevision } from '#scripts/charts/diff/checkout.ts';
import { readRevision } from '#scripts/charts/diff/read.ts';
import { reportOf } from '#scripts/charts/diff/report.ts';
import { ATLAS_FOLDER, COVERAGE_FOLDER, ROOT } from '#scripts/coverage/folders.ts';
import { readRecord } from '#scripts/coverage/record.ts';
import { given } from '#scripts/usage.ts';

const { values } = given('npm run atlas -- [--since <git revision>]', () =>
  parseArgs({ options: { since: { type: 'string' } } }),
);

/** What has changed since a revision, in both languages. */
async function changesSince(since: string): Promise<AtlasChanges> {
  const before = await withRevision(ROOT, since, readRevision);
  const after = await readRevision(ROOT);
  return { since, reports: [reportOf(before, after, 'ko'), reportOf(before, after, 'en')] };
}

const record = readRecord(COVERAGE_FOLDER);
const changes = values.since === undefined ? null : await changesSince(values.since);
const begun = performance.now();
const states = await buildAtlas(ROOT, ATLAS_FOLDER, record, changes);
const seconds = ((performance.now() - begun) / 1000).toFixed(1);
console.log(
  `The flow atlas with the screens of ${states} states, in ${seconds} s: open ${join(ATLAS_FOLDER, 'index.html')}`,
);
console.log(
  record
    ? `Painted with what the last run of the suites recorded (${record.recorded.join(', ')})`
    : 'No coverage is recorded: "npm test" records it, and paints the atlas that is there',
);
