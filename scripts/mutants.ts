import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyProject } from '#scripts/mutants/copy.ts';
import { draw } from '#scripts/mutants/draw.ts';
import { FOLDERS, findMutants } from '#scripts/mutants/find.ts';
import { lineOf, mutated } from '#scripts/mutants/mutant.ts';
import { testsThatReach } from '#scripts/mutants/reach.ts';
import { runTests } from '#scripts/mutants/tests.ts';
import { projectFiles, typeScriptFiles } from '#scripts/source/project-files.ts';

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    count: { type: 'string' },
  },
});

const sources = projectFiles(`{${FOLDERS.join(',')}}/**/*.{ts,tsx,json}`).filter(({ path }) =>
  path.startsWith(values.only),
);
const fileAt = new Map(sources.map((file) => [file.path, file]));
const found = findMutants(sources);
const drawn = values.all ? found : draw(found, values.seed, values.count ? Number(values.count) : undefined);
console.log(`${drawn.length} of ${found.length} mutants, seed ${values.seed}`);

const reaching = testsThatReach(typeScriptFiles());
const { folder, remove } = await copyProject();
/** Tests that fail, or come to no end, without a mistake say nothing about one. */
const failing = new Map<string, readonly string[]>();
const survivors: string[] = [];
try {
  for (const [index, mutant] of drawn.entries()) {
    const file = fileAt.get(mutant.path);
    if (!file) continue;
    const place = join(folder, file.path);
    await writeFile(place, mutated(file, mutant));
    const said = await runTests(folder, file.path, reaching(file.path));
    await writeFile(place, file.text);
    let failed = said === null ? ['no end'] : said.failed;
    if (failed.length > 0 && !failing.has(file.path)) {
      failing.set(file.path, (await runTests(folder, file.path, reaching(file.path)))?.failed ?? ['no end']);
    }
    failed = failed.filter((name) => !failing.get(file.path)?.includes(name));
    if (failed.length === 0) survivors.push(lineOf(file, mutant));
    console.log(
      `${index + 1}/${drawn.length} ${failed.length > 0 ? 'killed' : 'SURVIVED'} ${lineOf(file, mutant)}`,
    );
  }
} finally {
  await remove();
}

const killed = drawn.length - survivors.length;
const percent = drawn.length === 0 ? 0 : (100 * killed) / drawn.length;
console.log(`\n${killed} of ${drawn.length} killed, ${percent.toFixed(1)} %. Survivors:`);
for (const line of survivors) console.log(`- ${line}`);
