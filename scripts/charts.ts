import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chartFiles } from '#scripts/charts/files.ts';
import { staleFiles, writeFolder } from '#scripts/charts/folder.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs', 'flows');

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, arrange: { type: 'boolean', default: false } },
});
const files = await chartFiles(ROOT, values.arrange ? {} : undefined);
if (values.check) {
  const problems = staleFiles(FOLDER, files);
  for (const problem of problems) console.error(`docs/flows/${problem}`);
  if (problems.length > 0) {
    console.error('Run "npm run charts" and commit what it writes.');
    process.exitCode = 1;
  }
} else {
  writeFolder(FOLDER, files);
  console.log(`${files.size} files in docs/flows`);
}
