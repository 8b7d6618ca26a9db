import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { SourceFile } from '#tools/source/project-files.ts';
import { ROOT } from './copy.ts';
import type { Verdict } from './judge.ts';
import type { Mutant } from './mutant.ts';

const line = v.object({
  mutant: v.string(),
  commit: v.string(),
  verdict: v.variant('kind', [
    v.object({ kind: v.literal('killed'), by: v.string() }),
    v.object({ kind: v.literal('survived'), rounds: v.number() }),
  ]),
});

/** The key of a mutant, which changes with its file. */
export const keyOf = (mutant: Mutant, { text }: SourceFile): string =>
  createHash('sha256')
    .update(JSON.stringify([mutant, text]))
    .digest('hex');

/** The commit of the project, with `-dirty` for uncommitted changes. */
export const commitOf = (): string =>
  execFileSync('git', ['describe', '--always', '--abbrev=12', '--dirty', '--exclude=*'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();

export const VERDICTS_FILE = join(ROOT, '.cache', 'mutants.jsonl');

/**
 * The verdicts of earlier runs in a JSON Lines file, so that an interrupted run resumes. A killed mutant stays killed
 * while its file is unchanged; a survivor is valid for one commit only.
 */
export function savedVerdicts(path: string, commit: string) {
  const killed = new Map<string, Verdict>();
  const survived = new Map<string, Verdict & { kind: 'survived' }>();
  const store = (mutant: string, ofCommit: string, verdict: Verdict) => {
    if (verdict.kind === 'killed') killed.set(mutant, verdict);
    else if (ofCommit === commit && !ofCommit.endsWith('-dirty')) survived.set(mutant, verdict);
  };
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  for (const text of lines) {
    const saved = v.parse(line, JSON.parse(text));
    store(saved.mutant, saved.commit, saved.verdict);
  }
  return {
    find: (mutant: string): Verdict | null => killed.get(mutant) ?? survived.get(mutant) ?? null,
    add: (mutant: string, verdict: Verdict): void => {
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, `${JSON.stringify({ mutant, commit, verdict })}\n`);
      store(mutant, commit, verdict);
    },
  };
}
