import { readModels } from '#scripts/charts/model/find.ts';
import type { ChartMachine } from '#scripts/charts/model/types.ts';
import { type Catalogues, readCatalogues } from '#scripts/charts/texts.ts';
import { readWords } from '#scripts/charts/words/read.ts';
import type { Words } from '#scripts/charts/words/types.ts';

/** What a revision of the project says of its flows. */
export type Revision = {
  readonly machines: readonly ChartMachine[];
  readonly texts: Catalogues;
  readonly words: Words;
};

/** Reads the machines, texts and words of a project folder. */
export const readRevision = async (root: string): Promise<Revision> => ({
  machines: await readModels(root),
  texts: readCatalogues(root),
  words: readWords(root),
});
