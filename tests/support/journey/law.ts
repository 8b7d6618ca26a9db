import type { JourneyModel, World } from './graph.ts';

/** A law: an invariant of every moment, whatever led to it. */
export type Law = {
  readonly name: string;
  /** Whether the flow that is on makes no difference. */
  readonly isOfPortal?: boolean;
  /** What violates the law at this moment; empty when nothing does. */
  readonly problems: (world: World, model: JourneyModel) => readonly string[];
};
