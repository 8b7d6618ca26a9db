import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the traces of the tests, inside the coverage folder. */
export const TRACES_FOLDER = 'traces';

/** The test suites that record running machines, the weakest evidence first: model tests, view tests, browser tests. */
export const SUITES = ['model', 'walk', 'browser'] as const;
type Suite = (typeof SUITES)[number];

/** The ids of states and transitions that the suites have recorded. */
export type Traces = {
  readonly covered: Readonly<Record<Suite, ReadonlySet<string>>>;
  /** Transitions whose event no view can send. */
  readonly notSentByViews: ReadonlySet<string>;
};

type Line = { readonly kind: 'state' | 'transition' | 'notSentByView'; readonly id: string };

/** Reads the traces of a folder. It has a folder for each suite, whose files have a JSON object `{ kind, id }` on each line. */
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
