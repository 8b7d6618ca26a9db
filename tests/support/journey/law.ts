import type { Cast, World } from './graph.ts';

/** A law of the journeys: what holds at one moment, whatever has led there. */
export type Law = {
  readonly name: string;
  /** Whether the flow that is on makes no difference. */
  readonly isOfPortal?: boolean;
  /** What breaks the law at this moment; empty when nothing does. */
  readonly problems: (world: World, cast: Cast) => readonly string[];
};
