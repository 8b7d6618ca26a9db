import { readCatalogues, readTextSources } from '#atlas/charts/texts.ts';
import type { Journey, Project } from '#atlas/config.ts';
import { readMachines } from '#atlas/model/find.ts';
import { readRemarks } from '#atlas/remarks/read.ts';
import type { ScreensData } from '#atlas/screens/types.ts';
import { readWords } from '#atlas/words/read.ts';

/** The data about screens of a project whose configuration has no `screens`. */
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
 * The journeys of a project, after a check that all their states have screens.
 * @throws when a state of a journey has no screen
 */
function checkedJourneys({ journeys = [] }: Project, { states }: ScreensData): readonly Journey[] {
  for (const { id, states: stateIds } of journeys) {
    const statesWithoutScreen = stateIds.filter((state) => !states[state]?.variants.length);
    if (statesWithoutScreen.length > 0)
      throw new Error(`The journey ${id} has no screen of ${statesWithoutScreen.join(', ')}`);
  }
  return journeys;
}

/** The data of a project that the atlas shows. The build writes them into `data.js`. */
export type AtlasData = Awaited<ReturnType<typeof readAtlasData>>;

/** Reads the data of a project that the atlas shows. */
export async function readAtlasData(project: Project) {
  const machines = await readMachines(project);
  const texts = readCatalogues(project);
  const screens = (await project.screens?.read(machines, texts)) ?? NO_SCREENS;
  return {
    ...screens,
    machines: machines.map((machine) => ({ ...machine, rules: {} })),
    words: readWords(project),
    texts,
    textSources: readTextSources(project),
    journeys: checkedJourneys(project, screens),
    synonyms: project.synonyms ?? [],
    remarks: readRemarks(project),
    hasScreens: project.screens !== undefined,
  };
}
