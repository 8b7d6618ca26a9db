import type { AtlasChanges } from '#atlas/build/changes.ts';
import type { AtlasData } from '#atlas/build/types.ts';
import type { Proofs } from '#atlas/coverage/record.ts';
import type { AtlasMoment, PathEvent } from '#atlas/screens/types.ts';

declare global {
  /** Set by `data.js`, which the page loads first. */
  var FLOW_ATLAS: AtlasData;
  /** Set by `proofs.js`; null when the suites have recorded nothing. */
  var FLOW_ATLAS_PROOFS: Proofs | null;
  /** Set by `changes.js`; null when the atlas was built without `--since`. */
  var FLOW_ATLAS_CHANGES: AtlasChanges | null;
}

export const data = globalThis.FLOW_ATLAS;

/** What has changed since a revision; null when none was named. */
export const changes = globalThis.FLOW_ATLAS_CHANGES;

const record = globalThis.FLOW_ATLAS_PROOFS;

/** How each state and transition is proved, by id; null when nothing is recorded. */
export const proofs = record?.proofs ?? null;

/** The suites that have recorded what they took. */
export const recorded = record?.recorded ?? [];

const START: AtlasMoment = [-1, -1, 0];

const momentAt = (moment: number): AtlasMoment => data.moments[moment] ?? START;

/** Ids of the states that are active at a moment. */
export const activeStatesAt = (moment: number): readonly string[] => data.places[momentAt(moment)[2]] ?? [];

/** The moments of the path that ends with this one, the start first. */
export function pathTo(moment: number): readonly number[] {
  const [before] = momentAt(moment);
  return before < 0 ? [moment] : [...pathTo(before), moment];
}

/** What has led to a moment from the one before. */
export const pathEventAt = (moment: number): PathEvent | undefined => data.pathEvents[momentAt(moment)[1]];

/** Everything that has happened up to a moment. */
export const pathEventsTo = (moment: number): readonly PathEvent[] =>
  pathTo(moment).flatMap((each) => pathEventAt(each) ?? []);
