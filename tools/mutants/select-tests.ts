import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { SourceFile } from '#tools/source/project-files.ts';
import { ROOT } from './copy.ts';
import type { Mutant } from './mutant.ts';
import { withProbes } from './probes.ts';
import { isRunAgainstMutants } from './run-tests.ts';
import { testsByProbe } from './tests-by-probe.ts';

/** Matches files whose tests import the whole server; for them, only a call shows which test reaches which function. */
const SERVER_CODE = /^(server|wire)\//;

/** Matches the tests of server code. */
const SERVER_TESTS = /^tests\/(server|wire|targets|races)\/.*\.test\.ts$/;

/** The ID of each probe with the tests that call the function of the probe. */
const cacheSchema = v.array(v.tuple([v.string(), v.array(v.string())]));

type TestSelectionInput = {
  /** Folder of a copy of the project. */
  readonly folder: string;
  readonly commit: string;
  readonly mutants: readonly Mutant[];
  /** Source files by path. */
  readonly fileAt: ReadonlyMap<string, SourceFile>;
  /** Returns the tests that import a file, directly or indirectly. */
  readonly testsReaching: (path: string) => readonly string[];
};

/**
 * Returns a function that selects the tests for a mutant: the tests that import the file of the mutant, and for server
 * code only the tests that call its function. To find these calls, the tests are run once with probes instead of
 * mutants. The calls are cached for each commit.
 */
export async function selectTests({ folder, commit, mutants, fileAt, testsReaching }: TestSelectionInput) {
  const probes = new Map<Mutant, string>();
  const texts = new Map<string, string>();
  for (const path of new Set(mutants.map((mutant) => mutant.path).filter((path) => SERVER_CODE.test(path)))) {
    const file = fileAt.get(path);
    if (!file) continue;
    const fileWithProbes = withProbes(
      file,
      mutants.filter((mutant) => mutant.path === path),
    );
    texts.set(path, fileWithProbes.text);
    for (const [mutant, probe] of fileWithProbes.probes) probes.set(mutant, probe);
  }
  const cacheFile = join(ROOT, '.cache', `mutants-${commit}.json`);
  const cacheText =
    existsSync(cacheFile) && !commit.endsWith('-dirty') ? readFileSync(cacheFile, 'utf8') : '[]';
  const callingTests = new Map(v.parse(cacheSchema, JSON.parse(cacheText)));
  const uncachedProbes = [...new Set(probes.values())].filter((probe) => !callingTests.has(probe));
  if (uncachedProbes.length > 0) {
    const tests = new Set(
      [...texts.keys()]
        .flatMap(testsReaching)
        .filter((test) => SERVER_TESTS.test(test) && isRunAgainstMutants(test)),
    );
    for (const [path, text] of texts) await writeFile(join(folder, path), text);
    const testsOfProbes = await testsByProbe(folder, [...tests]);
    for (const path of texts.keys()) await writeFile(join(folder, path), fileAt.get(path)?.text ?? '');
    for (const probe of uncachedProbes) callingTests.set(probe, [...(testsOfProbes.get(probe) ?? [])]);
    mkdirSync(dirname(cacheFile), { recursive: true });
    writeFileSync(cacheFile, JSON.stringify([...callingTests]));
  }
  return (mutant: Mutant): readonly string[] => {
    const tests = testsReaching(mutant.path).filter(isRunAgainstMutants);
    const testsOfFunction = callingTests.get(probes.get(mutant) ?? '');
    return testsOfFunction?.length ? tests.filter((test) => testsOfFunction.includes(test)) : tests;
  };
}
