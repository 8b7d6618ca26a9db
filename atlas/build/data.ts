import { readCatalogues, readTextSources } from '#atlas/charts/texts.ts';
import type { Journey, Project } from '#atlas/config.ts';
import { readModels } from '#atlas/model/find.ts';
import { readRemarks } from '#atlas/remarks/read.ts';
import type { ScreensData } from '#atlas/screens/types.ts';
import { readWords } from '#atlas/words/read.ts';

/** The screens of a project that draws none. */
const NO_SCREENS: ScreensData = {
  root: '',
  start: null,
  states: {},
  pathEvents: [],
  activeStates: [],
  moments: [],
  keys: {},
  codes: {},
  routes: {},
  statesWithoutScreen: {},
  textsWithoutScreen: [],
  calls: {},
};

/**
 * The journeys of a project.
 * @throws when a state of a journey has no screen
 */
function journeysOf({ journeys = [] }: Project, { states }: ScreensData): readonly Journey[] {
  for (const { id, states: stateIds } of journeys) {
    const unknown = stateIds.filter((state) => !states[state]?.variants.length);
    if (unknown.length > 0) throw new Error(`The journey ${id} has no screen of ${unknown.join(', ')}`);
  }
  return journeys;
}

/** Everything that the atlas shows of a project, as the build writes it into `data.js`. */
export type AtlasData = Awaited<ReturnType<typeof atlasData>>;

/** Reads everything that the atlas shows of a project. */
export async function atlasData(project: Project) {
  const machines = await readModels(project);
  const texts = readCatalogues(project);
  const screens = (await project.screens?.read(machines, texts)) ?? NO_SCREENS;
  return {
    ...screens,
    machines: machines.map((machine) => ({ ...machine, rules: {} })),
    words: readWords(project),
    texts,
    textSources: readTextSources(project),
    journeys: journeysOf(project, screens),
    synonyms: project.synonyms ?? [],
    remarks: readRemarks(project),
    hasScreens: project.screens !== undefined,
  };
}
