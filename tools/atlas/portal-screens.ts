import type { ChartMachine } from '#atlas/model/types.ts';
import type { ScreensData } from '#atlas/screens/types.ts';
import type { Catalogues } from '#atlas/words/types.ts';
import { PORTAL_INPUT } from '#cases/portal-cases.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { findCalls } from './calls.ts';
import { findKeys } from './keys.ts';
import { ROUTES } from './routes.ts';
import { screensOf } from './screen-cache.ts';
import { statesWithoutScreen } from './states-without-screen.ts';
import { textsWithoutScreen } from './texts-without-screen.ts';

/** The screens of the portal in a project folder, with the data that the atlas shows about them. */
export async function portalScreens(
  root: string,
  machines: readonly ChartMachine[],
  texts: Catalogues,
): Promise<ScreensData> {
  const { states, pathTree } = await screensOf(root);
  const keys = await findKeys(root, PORTAL_INPUT, states, pathTree);
  const shownKeys = new Set([
    ...Object.values(keys).flatMap((each) => Object.keys(each)),
    ...machines.flatMap((machine) => machine.states.flatMap(({ title }) => title ?? [])),
    ...Object.values(states).flatMap(({ refusals }) =>
      refusals.flatMap(({ codes }) => codes.map((code) => `error.auth_error_${code}`)),
    ),
  ]);
  return {
    root: 'portal',
    start: PORTAL_INPUT,
    states,
    pathEvents: pathTree.pathEvents,
    activeStates: pathTree.activeStates,
    moments: pathTree.moments,
    keys,
    codes: ERROR_CATALOGUE,
    routes: ROUTES,
    statesWithoutScreen: statesWithoutScreen(machines, states, texts),
    textsWithoutScreen: textsWithoutScreen(texts, shownKeys),
    calls: findCalls(root),
  };
}
