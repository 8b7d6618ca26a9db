import type { AtlasData } from '#atlas/build/types.ts';
import type { SiteCoverage } from '#atlas/coverage/record.ts';
import type { LocalizedText } from '#atlas/screens/types.ts';

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
