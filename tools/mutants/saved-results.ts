import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { SourceFile } from '#tools/source/project-files.ts';
import { ROOT } from './copy.ts';
import type { Mutant } from './mutant.ts';
import type { MutantResult } from './test-mutant.ts';

/** A line of the file: the key of a mutant, the tested commit, and the result (`verdict`). */
const lineSchema = v.object({
  mutant: v.string(),
  commit: v.string(),
  verdict: v.variant('kind', [
    v.object({ kind: v.literal('killed'), by: v.string() }),
    v.object({ kind: v.literal('survived'), rounds: v.number() }),
  ]),
});

/** The key of a mutant; it depends on the mutant and on the text of its file. */
export const keyOf = (mutant: Mutant, { text }: SourceFile): string =>
  createHash('sha256')
    .update(JSON.stringify([mutant, text]))
    .digest('hex');

/** The current commit of the project, with `-dirty` at the end if there are uncommitted changes. */
export const currentCommit = (): string =>
  execFileSync('git', ['describe', '--always', '--abbrev=12', '--dirty', '--exclude=*'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();

export const RESULTS_FILE = join(ROOT, '.cache', 'mutants.jsonl');

/**
 * Reads the results of earlier runs from a JSON Lines file, so that an interrupted run can resume. A result `killed` is
 * valid while the file of the mutant is unchanged; a result `survived` is valid for one commit without changes.
 */
export function openSavedResults(path: string, commit: string) {
  const killed = new Map<string, MutantResult>();
  const survived = new Map<string, MutantResult & { kind: 'survived' }>();
  const store = (mutantKey: string, testedCommit: string, result: MutantResult) => {
    if (result.kind === 'killed') killed.set(mutantKey, result);
    else if (testedCommit === commit && !testedCommit.endsWith('-dirty')) survived.set(mutantKey, result);
  };
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  for (const text of lines) {
    const saved = v.parse(lineSchema, JSON.parse(text));
    store(saved.mutant, saved.commit, saved.verdict);
  }
  return {
    find: (mutantKey: string): MutantResult | null =>
      killed.get(mutantKey) ?? survived.get(mutantKey) ?? null,
    add: (mutantKey: string, result: MutantResult): void => {
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, `${JSON.stringify({ mutant: mutantKey, commit, verdict: result })}\n`);
      store(mutantKey, commit, result);
    },
  };
}
