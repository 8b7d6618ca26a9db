import type { TransitionKind } from '#atlas/model/types.ts';
import type { Language } from '#atlas/words/types.ts';

/** A transition, as a line of text in the node of its state. */
export type TransitionLine = {
  readonly id: string;
  readonly kind: TransitionKind;
  /** Trigger and condition. */
  readonly text: string;
  readonly target: string;
  readonly targetIds: readonly string[];
  readonly actions: string;
};

/**
 * `choice` is a state that the machine leaves as soon as it enters it; `group` is a state with child states, its node is
 * above them; `entrance` lists the transitions into the screen of the chart, or the transitions of every state.
 */
export type Shape = 'state' | 'final' | 'choice' | 'group' | 'entrance';

/** A column: the main path in the middle (1), detours on its left (0), failures on its right (2). */
export type Column = 0 | 1 | 2;

export type ChartNode = {
  readonly id: string;
  /** Id of the group that contains it; null at the top level. */
  readonly parent: string | null;
  readonly shape: Shape;
  readonly column: Column;
  readonly name: string;
  /** The name in the source, and the address of a screen. */
  readonly sourceName: string;
  readonly sentence: string;
  /** Ports and flows that it invokes, entry and exit actions. */
  readonly facts: readonly string[];
  readonly lines: readonly TransitionLine[];
  /** Id of the initial child of a group. */
  readonly initial: string | null;
  /** Whether all its children are active at once. */
  readonly isParallel: boolean;
};

/** The nodes of a chart in a language, before layout. */
export type ChartGraph = {
  readonly id: string;
  readonly language: Language;
  readonly title: string;
  readonly subtitle: string;
  /** Width of its nodes, in pixels. */
  readonly nodeWidth: number;
  readonly nodes: readonly ChartNode[];
};

/** A rectangle, in pixels from the upper left corner. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type Point = { readonly x: number; readonly y: number };
