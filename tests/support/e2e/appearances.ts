import { LANGUAGES, type Language } from '#tests/support/e2e/texts.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** An appearance of a screen; width and height in CSS pixels. */
export type Appearance = {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
};

const THEMES = ['light', 'dark'] as const;
/** The sizes of windows, from a small phone to a laptop; without the bars of the browser. */
const WINDOW_SIZES = [
  { width: 320, height: 700 },
  { width: 360, height: 640 },
  { width: 390, height: 800 },
  { width: 768, height: 1024 },
  { width: 1366, height: 625 },
];

/** Two appearances, which together have both languages, both themes, and the smallest and the largest width. */
const USUAL_APPEARANCES: readonly Appearance[] = [
  { language: 'ko', theme: 'dark', width: 320, height: 700 },
  { language: 'en', theme: 'light', width: 1366, height: 625 },
];

const ALL_APPEARANCES: readonly Appearance[] = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => WINDOW_SIZES.map((size) => ({ language, theme, ...size }))),
);

export const APPEARANCES: readonly Appearance[] = IS_TEST_ALL ? ALL_APPEARANCES : USUAL_APPEARANCES;
