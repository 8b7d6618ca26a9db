import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the folder with the traces of the tests, inside the coverage folder. */
export const TRACES_FOLDER = 'traces';

/** The test suites that record running machines: model tests, view tests and browser tests. The strongest evidence is last. */
export const SUITES = ['model', 'walk', 'browser'] as const;
type Suite = (typeof SUITES)[number];

/** The ids of states and transitions that the suites have recorded. */
export type Traces = {
  readonly covered: Readonly<Record<Suite, ReadonlySet<string>>>;
  /** Transitions whose event no view can send. */
  readonly notSentByViews: ReadonlySet<string>;
};

type Line = { readonly kind: 'state' | 'transition' | 'notSentByView'; readonly id: string };

/**
 * Reads the traces in a folder. The folder contains a folder for each suite, and each line of a file in it is a JSON object `{ kind,
 * id }`.
 */
export function readTraces(folder: string): Traces {
  const idsOf = (suite: Suite, ...kinds: readonly Line['kind'][]) => {
    const lines = globSync(join(folder, suite, '*'))
      .flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
      .map((line): Line => JSON.parse(line));
    return new Set(lines.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id));
  };
  const coveredBy = (suite: Suite) => idsOf(suite, 'state', 'transition');
  return {
    covered: { model: coveredBy('model'), walk: coveredBy('walk'), browser: coveredBy('browser') },
    notSentByViews: idsOf('walk', 'notSentByView'),
  };
}
