import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyProject } from '#tools/mutants/copy.ts';
import { FOLDERS, findMutants } from '#tools/mutants/find.ts';
import { createJudge } from '#tools/mutants/judge.ts';
import { lineOf, mutatedText } from '#tools/mutants/mutant.ts';
import { sample } from '#tools/mutants/sample.ts';
import { commitOf, keyOf, savedVerdicts, VERDICTS_FILE } from '#tools/mutants/saved-verdicts.ts';
import { selectTests } from '#tools/mutants/select-tests.ts';
import { inRounds, testRunnerIn } from '#tools/mutants/tests.ts';
import { testsThatReach } from '#tools/mutants/tests-that-reach.ts';
import { projectFiles, typeScriptFiles } from '#tools/source/project-files.ts';

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    count: { type: 'string' },
    from: { type: 'string', default: '1' },
    to: { type: 'string' },
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
const commit = commitOf();
const savedVerdictsOfCommit = savedVerdicts(VERDICTS_FILE, commit);
const testsReaching = testsThatReach(typeScriptFiles());
const { folder, remove } = await copyProject();
const testsFor = await selectTests({ folder, commit, mutants: sampledMutants, fileAt, testsReaching });
const judge = createJudge(testRunnerIn(folder));
const survivors: string[] = [];
try {
  for (const [index, mutant] of portion.entries()) {
    const file = fileAt.get(mutant.path);
    if (!file) continue;
    const key = keyOf(mutant, file);
    const earlierVerdict = savedVerdictsOfCommit.find(key);
    const completedRounds = earlierVerdict?.kind === 'survived' ? earlierVerdict.rounds : 0;
    const rounds = inRounds(file.path, testsFor(mutant)).slice(
      0,
      values.rounds ? Number(values.rounds) : undefined,
    );
    let verdict = earlierVerdict;
    if (earlierVerdict?.kind !== 'killed' && completedRounds < rounds.length) {
      const target = join(folder, file.path);
      verdict = await judge(rounds, completedRounds, {
        apply: () => writeFile(target, mutatedText(file, mutant)),
        revert: () => writeFile(target, file.text),
      });
      savedVerdictsOfCommit.add(key, verdict);
    }
    const line = lineOf(file, mutant);
    if (verdict?.kind === 'killed') console.log(`${from + index} killed by ${verdict.by}: ${line}`);
    else {
      survivors.push(line);
      console.log(`${from + index} SURVIVED ${line}`);
    }
  }
} finally {
  await remove();
}

const killed = portion.length - survivors.length;
const percent = portion.length === 0 ? 0 : (100 * killed) / portion.length;
console.log(`\n${killed} of ${portion.length} killed, ${percent.toFixed(1)} %. Survivors:`);
for (const line of survivors) console.log(`- ${line}`);
