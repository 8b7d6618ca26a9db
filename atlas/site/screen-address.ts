import type { PathEvent } from '#atlas/screens/types.ts';

/** Content of the page of a screen. */
export type ScreenView = {
  readonly language: 'ko' | 'en';
  readonly theme: 'light' | 'dark';
  readonly moment: number;
  /** An answer with this error code after the moment. */
  readonly refusal?: { readonly pathEvent: number; readonly code: string } | undefined;
  /** The path of a screen to try; replaces the moment. */
  readonly live?: readonly PathEvent[];
};

/** The address of the page that shows a screen. */
export const screenAddress = (view: ScreenView): string =>
  `screen.html#${encodeURIComponent(JSON.stringify(view))}`;

/** Parses the fragment of such an address; the first moment when it is empty. */
export const parseScreenHash = (hash: string): ScreenView =>
  JSON.parse(decodeURIComponent(hash.slice(1)) || '{"language":"ko","theme":"light","moment":0}');

/** Reads the path of a link to try; null for anything else. */
export function readPath(text: string | null): readonly PathEvent[] | null {
  try {
    const path: unknown = JSON.parse(text ?? '');
    return Array.isArray(path) ? path : null;
  } catch {
    return null;
  }
}

/** A screen to try: its active states, the events so far, and the answers and timers that may come next. */
export type TryState = {
  readonly activeStates: readonly string[];
  readonly pathEvents: readonly PathEvent[];
  readonly choices: readonly PathEvent[];
};

/** Message of a screen to the page around it. */
export type ScreenMessage = {
  readonly kind: 'atlas.screen';
  /** The height of the screen with all its content, in pixels. */
  readonly height: number;
  /** Null unless the screen is one to try. */
  readonly state: TryState | null;
};

/** Whether a message is from a screen, and not from an extension of the browser. */
export const isScreenMessage = (value: unknown): value is ScreenMessage =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'atlas.screen';
