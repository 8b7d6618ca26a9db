import { type Catalogues, readCatalogues } from '#atlas/charts/texts.ts';
import { readModels } from '#atlas/model/find.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { readWords } from '#atlas/words/read.ts';
import type { Words } from '#atlas/words/types.ts';

/** The flows of a revision of the project. */
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
