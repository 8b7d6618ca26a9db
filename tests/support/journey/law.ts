import type { JourneyModel, JourneyState } from './graph.ts';

/** A law: an invariant that holds in every state, regardless of the path to the state. */
export type Law = {
  readonly name: string;
  /** Whether the law depends on the portal alone, not on the running flow. */
  readonly isPortalOnly?: boolean;
  /** Descriptions of the violations of the law in a state. */
  readonly problems: (state: JourneyState, model: JourneyModel) => readonly string[];
};
