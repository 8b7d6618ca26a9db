import { readCatalogues } from '#atlas/charts/texts.ts';
import type { Project } from '#atlas/config.ts';
import { readModels } from '#atlas/model/find.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { readWords } from '#atlas/words/read.ts';
import type { Catalogues, Words } from '#atlas/words/types.ts';

/** The flows of a revision of the project. */
export type Revision = {
  readonly machines: readonly ChartMachine[];
  readonly texts: Catalogues;
  readonly words: Words;
};

/** Reads the machines, texts and words of a project. */
export const readRevision = async (project: Project): Promise<Revision> => ({
  machines: await readModels(project),
  texts: readCatalogues(project),
  words: readWords(project),
});
