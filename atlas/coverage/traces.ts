import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUITES, type Suite, type Traces } from '#atlas/coverage/coverage.ts';

/** Folder of the traces of the tests, inside that of the coverage. */
export const TRACES = 'traces';

type Line = { readonly kind: 'state' | 'transition' | 'notSentByView'; readonly id: string };

function linesOf(folder: string): readonly Line[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): Line => JSON.parse(line)),
  );
}

/** Reads the traces of a folder, as `tests/support/coverage.ts` writes them. */
export function readTraces(folder: string): Traces {
  const lines = { model: [], walk: [], browser: [] } as Record<Suite, readonly Line[]>;
  for (const suite of SUITES) lines[suite] = linesOf(join(folder, suite));
  const coveredBy = (suite: Suite) =>
    new Set(lines[suite].filter(({ kind }) => kind !== 'notSentByView').map(({ id }) => id));
  return {
    covered: { model: coveredBy('model'), walk: coveredBy('walk'), browser: coveredBy('browser') },
    notSentByViews: new Set(lines.walk.filter(({ kind }) => kind === 'notSentByView').map(({ id }) => id)),
    recordedSuites: SUITES.filter((suite) => lines[suite].length > 0),
  };
}
