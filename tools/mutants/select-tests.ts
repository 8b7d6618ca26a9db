import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { SourceFile } from '#tools/source/project-files.ts';
import { ROOT } from './copy.ts';
import type { Mutant } from './mutant.ts';
import { withProbes } from './probes.ts';
import { isRunAgainstMutants } from './tests.ts';
import { testsByProbe } from './tests-by-probe.ts';

/** Code whose tests import all of the server, so that only calls show the tested functions. */
const SERVER_CODE = /^(server|wire)\//;
/** Tests that render nothing. */
const RENDERS_NOTHING = /^tests\/(server|wire|targets|races)\/.*\.test\.ts$/;

const cacheSchema = v.array(v.tuple([v.string(), v.array(v.string())]));

type TestSelectionInput = {
  /** A copy of the project. */
  readonly folder: string;
  readonly commit: string;
  readonly mutants: readonly Mutant[];
  readonly fileAt: ReadonlyMap<string, SourceFile>;
  readonly testsReaching: (path: string) => readonly string[];
};

/**
 * Returns, for a mutant, the tests that may find it: those that import its file, and on the server only those that
 * call its function. A run without mutants shows these calls, and is cached for the commit.
 */
export async function selectTests({ folder, commit, mutants, fileAt, testsReaching }: TestSelectionInput) {
  const probes = new Map<Mutant, string>();
  const texts = new Map<string, string>();
  for (const path of new Set(mutants.map((mutant) => mutant.path).filter((one) => SERVER_CODE.test(one)))) {
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
  const callers = new Map(v.parse(cacheSchema, JSON.parse(cacheText)));
  const uncachedProbes = [...new Set(probes.values())].filter((probe) => !callers.has(probe));
  if (uncachedProbes.length > 0) {
    const tests = new Set(
      [...texts.keys()]
        .flatMap(testsReaching)
        .filter((test) => RENDERS_NOTHING.test(test) && isRunAgainstMutants(test)),
    );
    for (const [path, text] of texts) await writeFile(join(folder, path), text);
    const testsOfProbes = await testsByProbe(folder, [...tests]);
    for (const path of texts.keys()) await writeFile(join(folder, path), fileAt.get(path)?.text ?? '');
    for (const probe of uncachedProbes) callers.set(probe, [...(testsOfProbes.get(probe) ?? [])]);
    mkdirSync(dirname(cacheFile), { recursive: true });
    writeFileSync(cacheFile, JSON.stringify([...callers]));
  }
  return (mutant: Mutant): readonly string[] => {
    const tests = testsReaching(mutant.path).filter(isRunAgainstMutants);
    const calling = callers.get(probes.get(mutant) ?? '');
    return calling?.length ? tests.filter((test) => calling.includes(test)) : tests;
  };
}
