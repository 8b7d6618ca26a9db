import type { AnyMachineSnapshot } from 'xstate';
import type { Place, Screen } from '#machines/history/history.types.ts';
import { addressOf, isPassage, type PortalSnapshot, screenFlowOf, takesPlace } from './portal.selectors.ts';
import { parseRoute } from './route.ts';

/** What an address names. */
export const placeAt = (address: string, step = ''): Place => ({
  address,
  screen: JSON.stringify(parseRoute(address)),
  step,
});

/** The flow whose screen is on, as it runs. */
export const flowOn = (snapshot: PortalSnapshot) => {
  const flow = screenFlowOf(snapshot);
  return flow === null ? undefined : snapshot.children[flow];
};

const hasMeta = (snapshot: object | undefined): snapshot is AnyMachineSnapshot =>
  snapshot !== undefined && 'getMeta' in snapshot;

/** The step in which the flow of a screen is: `meta.step` of its state (decision 198); empty where it has none. */
function stepOf(snapshot: PortalSnapshot): string {
  const flow: object | undefined = flowOn(snapshot)?.getSnapshot();
  if (!hasMeta(flow)) return '';
  const metas: readonly ({ readonly step?: string } | undefined)[] = Object.values(flow.getMeta());
  return metas.find((meta) => meta?.step !== undefined)?.step ?? '';
}

/** What the history has to know of the screen that is on. */
export function screenOf(snapshot: PortalSnapshot): Screen {
  const address = addressOf(snapshot);
  return {
    place: address === null ? null : placeAt(address, stepOf(snapshot)),
    isPassage: isPassage(snapshot),
    takesPlace: takesPlace(snapshot),
  };
}
