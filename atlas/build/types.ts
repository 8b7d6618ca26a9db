import type { TextSource } from '#atlas/charts/texts.ts';
import type { Journey } from '#atlas/config.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import type { Remark } from '#atlas/remarks/remark.ts';
import type { ScreensData } from '#atlas/screens/types.ts';
import type { Synonyms } from '#atlas/site/match.ts';
import type { Words } from '#atlas/words/types.ts';

/** Everything that the atlas shows, as the build writes it into `data.js`. */
export type AtlasData = ScreensData & {
  readonly machines: readonly ChartMachine[];
  /** The words of the machines in both languages. */
  readonly words: Words;
  readonly texts: Readonly<Record<'ko' | 'en', Readonly<Record<string, string>>>>;
  /** By key, the source of each text. */
  readonly textSources: Readonly<Record<string, TextSource>>;
  readonly journeys: readonly Journey[];
  readonly synonyms: Synonyms;
  /** The remarks that are committed with the project. */
  readonly remarks: readonly Remark[];
  /** Whether there are screens to try. */
  readonly hasScreens: boolean;
};
