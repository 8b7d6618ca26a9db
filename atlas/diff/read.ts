import { readCatalogues } from '#atlas/charts/texts.ts';
import type { Project } from '#atlas/config.ts';
import { readModels } from '#atlas/model/find.ts';
import { readWords } from '#atlas/words/read.ts';

/** Reads the machines, texts and words of a revision of a project. */
export const readRevision = async (project: Project) => ({
  machines: await readModels(project),
  texts: readCatalogues(project),
  words: readWords(project),
});

/** The flows of a revision of a project. */
export type Revision = Awaited<ReturnType<typeof readRevision>>;
