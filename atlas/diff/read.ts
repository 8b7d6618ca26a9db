import { readCatalogues } from '#atlas/charts/texts.ts';
import type { Project } from '#atlas/config.ts';
import { readMachines } from '#atlas/model/find.ts';
import { readWords } from '#atlas/words/read.ts';

/** Reads the parts of a project that a comparison needs: its machines, texts and words. */
export const readRevision = async (project: Project) => ({
  machines: await readMachines(project),
  texts: readCatalogues(project),
  words: readWords(project),
});

/** The machines, texts and words of a revision of a project. */
export type Revision = Awaited<ReturnType<typeof readRevision>>;
