import type { AtlasChanges } from '#atlas/build/changes.ts';
import type { AtlasData } from '#atlas/build/types.ts';
import type { SiteCoverage } from '#atlas/coverage/record.ts';
import type { AtlasMoment, LocalizedText, PathEvent } from '#atlas/screens/types.ts';

declare global {
  /** Set by `data.js`, which the page loads first. */
  var FLOW_ATLAS: AtlasData;
  /** Set by `coverage.js`; null when no test run is recorded. */
  var FLOW_ATLAS_COVERAGE: SiteCoverage | null;
  /** Set by `changes.js`; null when the atlas was built without `--since`. */
  var FLOW_ATLAS_CHANGES: AtlasChanges | null;
}

export const data = globalThis.FLOW_ATLAS;

/** The changes since a revision; null when none was named. */
export const changes = globalThis.FLOW_ATLAS_CHANGES;

/** Coverage levels by the id of a state or transition; null when nothing is recorded. */
export const coverage = globalThis.FLOW_ATLAS_COVERAGE?.levels ?? null;

/** The test suites whose coverage was recorded. */
export const recordedSuites = globalThis.FLOW_ATLAS_COVERAGE?.recorded ?? [];

/** Why no screen shows a text. */
export const noScreenReason = (key: string): LocalizedText | undefined =>
  data.textsWithoutScreen.find(({ keys }) => keys.includes(key))?.reason;

const START: AtlasMoment = [-1, -1, 0];

const momentAt = (moment: number): AtlasMoment => data.moments[moment] ?? START;

/** Ids of the states that are active at a moment. */
export const activeStatesAt = (moment: number): readonly string[] =>
  data.activeStates[momentAt(moment)[2]] ?? [];

/** The moments on the path to a moment, from the start to the moment itself. */
export function pathTo(moment: number): readonly number[] {
  const [before] = momentAt(moment);
  return before < 0 ? [moment] : [...pathTo(before), moment];
}

/** The event that leads to a moment. */
export const pathEventAt = (moment: number): PathEvent | undefined => data.pathEvents[momentAt(moment)[1]];

/** The events on the path to a moment. */
export const pathEventsTo = (moment: number): readonly PathEvent[] =>
  pathTo(moment).flatMap((each) => pathEventAt(each) ?? []);
