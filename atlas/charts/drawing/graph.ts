import type { TransitionKind } from '#atlas/model/types.ts';
import type { Language } from '#atlas/words/types.ts';

/** The texts of a transition in the node of its state. */
export type TransitionLine = {
  readonly id: string;
  readonly kind: TransitionKind;
  /** The trigger and the condition of the transition. */
  readonly text: string;
  readonly target: string;
  readonly targetIds: readonly string[];
  readonly actions: string;
};

/**
 * The shape of a node. `choice`: a state that the machine leaves as soon as it enters the state; `group`: a state with child states,
 * whose nodes are below the group; `entrance`: not a state, but a list of the transitions that enter the chart, or of the
 * transitions that are possible in every state.
 */
export type NodeShape = 'state' | 'final' | 'choice' | 'group' | 'entrance';

/** A column of a chart: 1 is the main path in the middle, 0 on its left are detours, 2 on its right are failures. */
export type Column = 0 | 1 | 2;

/** A node of a chart, with its texts. */
export type ChartNode = {
  readonly id: string;
  /** Id of the group that contains the node; null at the top level. */
  readonly parent: string | null;
  readonly shape: NodeShape;
  readonly column: Column;
  readonly name: string;
  /** The name of the state in the source, followed by the address of its screen if it has an address. */
  readonly sourceName: string;
  /** The description of the state; may be empty. */
  readonly sentence: string;
  /** Texts about invoked ports and flows, and about entry and exit actions. */
  readonly facts: readonly string[];
  readonly lines: readonly TransitionLine[];
  /** Id of the initial child state of a group; null for other nodes. */
  readonly initial: string | null;
  /** Whether all child states are active at the same time. */
  readonly isParallel: boolean;
};

/** The nodes of a chart in one language, before their layout. */
export type ChartGraph = {
  readonly id: string;
  readonly language: Language;
  readonly title: string;
  readonly subtitle: string;
  /** Width of the nodes, in pixels. */
  readonly nodeWidth: number;
  readonly nodes: readonly ChartNode[];
};

/** A rectangle, in pixels from the upper left corner of the chart. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type Point = { readonly x: number; readonly y: number };
