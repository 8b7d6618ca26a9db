import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { readModels } from '#scripts/charts/model/find.ts';
import { type Catalogues, readCatalogues } from '#scripts/charts/texts.ts';
import { findCalls } from './calls.ts';
import { readCharts } from './charts.ts';
import { findScreens } from './screens.ts';
import type { AtlasData } from './types.ts';
import { findCast, START } from './world.ts';

/** The message keys that stand in the sources of each flow, in its machine or its view. */
function findKeys(root: string, { ko }: Catalogues): Readonly<Record<string, readonly string[]>> {
  const keysIn = (folder: string): readonly string[] => {
    if (!existsSync(folder)) return [];
    const files = readdirSync(folder).filter((file) => /\.tsx?$/.test(file));
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    const quoted = [...text.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, key = '']) => key);
    return quoted.filter((key) => Object.hasOwn(ko, key));
  };
  const flows = readdirSync(join(root, 'machines'));
  return Object.fromEntries(
    flows.map((flow) => {
      const keys = [...keysIn(join(root, 'machines', flow)), ...keysIn(join(root, 'src', 'views', flow))];
      return [flow, [...new Set(keys)].sort()];
    }),
  );
}

/** Everything that the atlas shows of a project folder. */
export async function atlasData(root: string): Promise<AtlasData> {
  const machines = await readModels(root);
  const texts = readCatalogues(root);
  const { states, tape } = findScreens(await findCast(root));
  return {
    machines,
    charts: readCharts(root, machines),
    states,
    start: START,
    happenings: tape.happenings,
    places: tape.places,
    moments: tape.moments,
    texts,
    codes: ERROR_CATALOGUE,
    keys: findKeys(root, texts),
    calls: findCalls(root),
  };
}
