import { join } from 'node:path';
import { buildAtlas } from '#scripts/atlas/build.ts';
import { ATLAS_FOLDER, COVERAGE_FOLDER, ROOT } from '#scripts/coverage/folders.ts';
import { readRecord } from '#scripts/coverage/record.ts';

const record = readRecord(COVERAGE_FOLDER);
const states = await buildAtlas(ROOT, ATLAS_FOLDER, record);
console.log(`The flow atlas with the screens of ${states} states: open ${join(ATLAS_FOLDER, 'index.html')}`);
console.log(
  record
    ? `Painted with what the last run of the suites recorded (${record.recorded.join(', ')})`
    : 'No coverage is recorded: "npm test" records it, and paints the atlas that is there',
);
