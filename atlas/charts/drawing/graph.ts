import type { TransitionKind } from '#atlas/model/types.ts';
import type { Language } from '#atlas/words/types.ts';

/** One transition, as a sentence in the node of its state. */
export type Line = {
  /** Id of the transition; a painter looks it up. */
  readonly id: string;
  readonly kind: TransitionKind;
  /** Trigger and condition. */
  readonly text: string;
  /** Where it leads. */
  readonly target: string;
  /** Ids of the nodes to which it leads on this layout. */
  readonly leadsTo: readonly string[];
  /** Its actions. */
  readonly actions: string;
};

/**
 * `state` and `final` are states; `choice` decides at once and never shows; `group` is a state with parts, whose
 * node is above them; `entrance` names what leads to the screen of the layout, or what may happen at any time.
 */
export type Shape = 'state' | 'final' | 'choice' | 'group' | 'entrance';

/** A column: the usual path in the middle, detours on its left, failures on its right. */
export type Column = 0 | 1 | 2;

export type ChartNode = {
  readonly id: string;
  /** Id of the group around it; null for those of the layout itself. */
  readonly parent: string | null;
  readonly shape: Shape;
  readonly column: Column;
  readonly name: string;
  /** The name in the source, or the address of a screen. */
  readonly code: string;
  readonly sentence: string;
  /** What it asks, runs, and does on entry and exit. */
  readonly facts: readonly string[];
  readonly lines: readonly Line[];
  /** Id of the node that is entered first, of a group. */
  readonly initial: string | null;
  /** Whether its parts are all active at once. */
  readonly isParallel: boolean;
};

/** What is to be drawn, in a language, without positions. */
export type ChartGraph = {
  readonly id: string;
  readonly language: Language;
  readonly title: string;
  readonly subtitle: string;
  readonly nodes: readonly ChartNode[];
};

/** A rectangle, in pixels from the upper left corner. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type Point = { readonly x: number; readonly y: number };
