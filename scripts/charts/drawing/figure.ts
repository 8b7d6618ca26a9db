import type { TransitionKind } from '#scripts/charts/model/types.ts';

/** One transition on a line of its own, in a box or on an arrow. */
export type Line = {
  /** Id of the transition; a painter looks it up. */
  readonly id: string;
  readonly kind: TransitionKind;
  readonly text: string;
  /** A condition, or where the line leads when no arrow does. */
  readonly note: string;
  /** Everything there is to say, for a pointer that rests on it. */
  readonly detail: string;
};

/**
 * `state` and `final` are states; `choice` decides at once and never shows; `anytime` stands inside a state
 * for what leads from the whole of it to one of its parts; `start` points at what is entered first; `elsewhere` is a
 * state of another chart.
 */
export type BoxShape = 'state' | 'final' | 'choice' | 'anytime' | 'start' | 'elsewhere';

export type Box = {
  readonly id: string;
  /** Id of the box around it; null for those of the chart itself. */
  readonly parent: string | null;
  readonly shape: BoxShape;
  /** Whether it stands for a whole screen in a chart of all: its name is set larger, and may have several lines. */
  readonly isScreen: boolean;
  readonly name: string;
  /** Address of a screen. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly description: string;
  /** What it asks, runs, and does on entry and exit. */
  readonly facts: readonly string[];
  readonly lines: readonly Line[];
  /** Whether its parts are all active at once. */
  readonly isParallel: boolean;
};

export type Arrow = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly kind: TransitionKind | 'start';
  readonly lines: readonly Line[];
};

/** What is to be drawn, without places. */
export type Figure = {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
};

export type Place = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type Point = { readonly x: number; readonly y: number };

/** A figure with a place for everything, in pixels from the upper left corner. */
export type PlacedFigure = {
  readonly figure: Figure;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly { readonly box: Box; readonly place: Place }[];
  readonly arrows: readonly {
    readonly arrow: Arrow;
    readonly points: readonly Point[];
    /** Where its lines stand; null for an arrow without any. */
    readonly label: Place | null;
  }[];
};
