import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chartFiles } from '#atlas/charts/files.ts';
import { staleFiles, writeFolder } from '#atlas/charts/folder.ts';
import { endWith, readOptions } from '#tools/usage.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs', 'flows');
const USAGE = 'npm run charts -- [--check] [--arrange] [--pdf [--out <folder>] [<flow> ...]]';

const { values, positionals } = readOptions(USAGE, () =>
  parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      arrange: { type: 'boolean', default: false },
      pdf: { type: 'boolean', default: false },
      out: { type: 'string', default: join(ROOT, 'dist-charts') },
    },
  }),
);

/** Whether a file is a sheet of one of the flows that were named, or of any where none was. */
const isWanted = (name: string): boolean =>
  name.endsWith('.svg') &&
  (positionals.length === 0 ||
    positionals.some((flow) => name === `${flow}.svg` || name.startsWith(`${flow}.`)));

const files = await chartFiles(ROOT, values.arrange ? {} : undefined);
if (values.pdf) {
  const sheets = [...files]
    .filter(([name]) => isWanted(name))
    .map(([name, svg]) => ({ name: name.replace(/\.svg$/, ''), svg }));
  if (sheets.length === 0) endWith(`There is no flow "${positionals.join(', ')}". ${USAGE}`);
  // The check of the charts needs none of what builds an atlas.
  const { takeAlong } = await import('#atlas/charts/take-along.ts');
  const taken = await takeAlong(ROOT, values.out, sheets, positionals);
  console.log(
    `${taken.sheets} sheets as PDF and PNG, ${taken.walkthroughs} walkthroughs as PDF in ${values.out}`,
  );
} else if (values.check) {
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
