import type { JourneyModel, JourneyState } from './graph.ts';

/** A law: an invariant of every state, whatever led to it. */
export type Law = {
  readonly name: string;
  /** Whether the law depends on the portal alone, not on the running flow. */
  readonly isPortalOnly?: boolean;
  /** Violations of the law in this state. */
  readonly problems: (state: JourneyState, model: JourneyModel) => readonly string[];
};
