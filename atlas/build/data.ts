import { readPlaces } from '#atlas/charts/places-file.ts';
import { readCatalogues } from '#atlas/charts/texts.ts';
import { readModels } from '#atlas/model/find.ts';
import { readWords } from '#atlas/words/read.ts';
import { START } from '#cases/world.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { findCalls } from './calls.ts';
import { findKeys } from './keys.ts';
import { nowhereOf } from './nowhere.ts';
import { screensOf } from './screen-cache.ts';
import { ROUTES } from './typed-addresses.ts';
import type { AtlasData } from './types.ts';
import { unscreenedOf } from './unscreened.ts';

/** Everything that the atlas shows of a project folder. */
export async function atlasData(root: string): Promise<AtlasData> {
  const machines = await readModels(root);
  const texts = readCatalogues(root);
  const { states, tape } = await screensOf(root);
  const keys = await findKeys(root, START, states, tape);
  const shown = new Set([
    ...Object.values(keys).flatMap((each) => Object.keys(each)),
    ...machines.flatMap((machine) => machine.states.flatMap(({ title }) => title ?? [])),
    ...Object.values(states).flatMap(({ refusals }) =>
      refusals.flatMap(({ codes }) => codes.map((code) => `error.auth_error_${code}`)),
    ),
  ]);
  return {
    machines: machines.map((machine) => ({ ...machine, rules: {} })),
    words: readWords(root),
    chartPlaces: readPlaces(root),
    states,
    start: START,
    happenings: tape.happenings,
    places: tape.places,
    moments: tape.moments,
    texts,
    codes: ERROR_CATALOGUE,
    keys,
    routes: ROUTES,
    unscreened: unscreenedOf(machines, states, texts),
    nowhere: nowhereOf(texts, shown),
    calls: findCalls(root),
  };
}
