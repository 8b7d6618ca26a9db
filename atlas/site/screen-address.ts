import type { PathEvent } from '#atlas/screens/types.ts';

/** What the page in a frame shows: the screen at a moment. */
export type ScreenView = {
  readonly language: 'ko' | 'en';
  readonly theme: 'light' | 'dark';
  /** Index of the moment. */
  readonly moment: number;
  /** A refusal after the moment: the index of an answer of a port, and the error code that replaces the error code of the answer. */
  readonly refusal?: { readonly pathEvent: number; readonly code: string } | undefined;
  /** The path of a screen on the page "Try it", which is shown in the place of the moment. */
  readonly live?: readonly PathEvent[];
};

/** The address of the page that shows a screen. */
export const screenAddress = (view: ScreenView): string =>
  `screen.html#${encodeURIComponent(JSON.stringify(view))}`;

/** Parses the fragment of an address of {@link screenAddress}. An empty fragment means the first moment. */
export const parseScreenHash = (hash: string): ScreenView =>
  JSON.parse(decodeURIComponent(hash.slice(1)) || '{"language":"ko","theme":"light","moment":0}');

/** Parses a path in a link of the page "Try it"; null for any other text. */
export function readPath(text: string | null): readonly PathEvent[] | null {
  try {
    const path: unknown = JSON.parse(text ?? '');
    return Array.isArray(path) ? path : null;
  } catch {
    return null;
  }
}

/**
 * The state of a screen on the page "Try it": the active states, the events since the start, and the answers of ports and ends of
 * timers that can happen next.
 */
export type TryState = {
  readonly activeStates: readonly string[];
  readonly pathEvents: readonly PathEvent[];
  readonly choices: readonly PathEvent[];
};

/** A message from the page of a screen to the page that contains its frame. */
export type ScreenMessage = {
  readonly kind: 'atlas.screen';
  /** The height of the screen with all its content, in pixels. */
  readonly height: number;
  /** The state of a screen on the page "Try it"; null for any other screen. */
  readonly state: TryState | null;
};

/** Whether a message comes from the page of a screen. Extensions of the browser send messages, too. */
export const isScreenMessage = (value: unknown): value is ScreenMessage =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'atlas.screen';
