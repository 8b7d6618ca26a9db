import type { AtlasData } from '#atlas/build/types.ts';
import type { SiteCoverage } from '#atlas/coverage/record.ts';
import type { AtlasMoment, LocalizedText, PathEvent } from '#atlas/screens/types.ts';

declare global {
  /** Set by `data.js`, which the page loads first. */
  var FLOW_ATLAS: AtlasData;
  /** Set by `coverage.js`; null when no test run is recorded. */
  var FLOW_ATLAS_COVERAGE: SiteCoverage | null;
}

export const data = globalThis.FLOW_ATLAS;

/** Coverage of the states and transitions; null when nothing is recorded. */
export const coverage = globalThis.FLOW_ATLAS_COVERAGE;

/** Why no screen shows a text. */
export const noScreenReason = (key: string): LocalizedText | undefined =>
  data.textsWithoutScreen.find(({ keys }) => keys.includes(key))?.reason;

const START: AtlasMoment = [-1, -1, 0];

/** Ids of the states that are active at a moment. */
export const activeStatesAt = (moment: number): readonly string[] =>
  data.activeStates[(data.moments[moment] ?? START)[2]] ?? [];

/** The events on the path to a moment. */
export function pathEventsTo(moment: number): readonly PathEvent[] {
  const [before, index] = data.moments[moment] ?? START;
  const last = data.pathEvents[index];
  return [...(before < 0 ? [] : pathEventsTo(before)), ...(last ? [last] : [])];
}
