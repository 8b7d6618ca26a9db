import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyProject } from '#tools/mutants/copy.ts';
import { FOLDERS, findMutants } from '#tools/mutants/find.ts';
import { describeMutant, mutatedText } from '#tools/mutants/mutant.ts';
import { inRounds, testRunnerIn } from '#tools/mutants/run-tests.ts';
import { sample } from '#tools/mutants/sample.ts';
import { currentCommit, keyOf, openSavedResults, RESULTS_FILE } from '#tools/mutants/saved-results.ts';
import { selectTests } from '#tools/mutants/select-tests.ts';
import { createMutantTester } from '#tools/mutants/test-mutant.ts';
import { testsThatReach } from '#tools/mutants/tests-that-reach.ts';
import { projectFiles, typeScriptFiles } from '#tools/source/project-files.ts';

const { values } = parseArgs({
  options: {
    /** Tests all mutants instead of a sample. */
    all: { type: 'boolean', default: false },
    /** Seed of the sample. */
    seed: { type: 'string', default: '1' },
    /** Start of the paths of the files whose mutants are tested. */
    only: { type: 'string', default: '' },
    /** Number of mutants in the sample. */
    count: { type: 'string' },
    /** Number of the first mutant to test, counted from 1. */
    from: { type: 'string', default: '1' },
    /** Number of the last mutant to test. */
    to: { type: 'string' },
    /** Maximum number of rounds of tests for a mutant. */
    rounds: { type: 'string' },
  },
});

const sources = projectFiles(`{${FOLDERS.join(',')}}/**/*.{ts,tsx,json}`).filter(({ path }) =>
  path.startsWith(values.only),
);
const fileAt = new Map(sources.map((file) => [file.path, file]));
const allMutants = findMutants(sources);
const sampledMutants = values.all
  ? allMutants
  : sample(allMutants, values.seed, values.count ? Number(values.count) : undefined);
console.log(`${sampledMutants.length} of ${allMutants.length} mutants, seed ${values.seed}`);

const from = Number(values.from);
const portion = sampledMutants.slice(from - 1, values.to ? Number(values.to) : undefined);
const commit = currentCommit();
const savedResults = openSavedResults(RESULTS_FILE, commit);
const testsReaching = testsThatReach(typeScriptFiles());
const { folder, remove } = await copyProject();
const testsFor = await selectTests({ folder, commit, mutants: sampledMutants, fileAt, testsReaching });
const testMutant = createMutantTester(testRunnerIn(folder));
const survivors: string[] = [];
try {
  for (const [index, mutant] of portion.entries()) {
    const file = fileAt.get(mutant.path);
    if (!file) continue;
    const key = keyOf(mutant, file);
    const earlierResult = savedResults.find(key);
    const completedRounds = earlierResult?.kind === 'survived' ? earlierResult.rounds : 0;
    const rounds = inRounds(file.path, testsFor(mutant)).slice(
      0,
      values.rounds ? Number(values.rounds) : undefined,
    );
    let result = earlierResult;
    if (earlierResult?.kind !== 'killed' && completedRounds < rounds.length) {
      const target = join(folder, file.path);
      result = await testMutant(rounds, completedRounds, {
        apply: () => writeFile(target, mutatedText(file, mutant)),
        revert: () => writeFile(target, file.text),
      });
      savedResults.add(key, result);
    }
    const description = describeMutant(file, mutant);
    if (result?.kind === 'killed') console.log(`${from + index} killed by ${result.by}: ${description}`);
    else {
      survivors.push(description);
      console.log(`${from + index} SURVIVED ${description}`);
    }
  }
} finally {
  await remove();
}

const killed = portion.length - survivors.length;
const percent = portion.length === 0 ? 0 : (100 * killed) / portion.length;
console.log(`\n${killed} of ${portion.length} killed, ${percent.toFixed(1)} %. Survivors:`);
for (const survivor of survivors) console.log(`- ${survivor}`);
