import { LANGUAGES, type Language } from '#tests/support/e2e/texts.ts';

/** How a screen is looked at: width and height in CSS pixels. */
export type Look = {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
};

const THEMES = ['light', 'dark'] as const;
/** From a small phone, below the bars of its browser, to a laptop whose browser leaves a low window. */
const WINDOWS = [
  { width: 320, height: 700 },
  { width: 360, height: 640 },
  { width: 390, height: 800 },
  { width: 768, height: 1024 },
  { width: 1366, height: 625 },
];

/** Both languages, both themes and both ends of the widths, each once, in low windows. */
const USUAL: readonly Look[] = [
  { language: 'ko', theme: 'dark', width: 320, height: 700 },
  { language: 'en', theme: 'light', width: 1366, height: 625 },
];

const EVERY: readonly Look[] = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => WINDOWS.map((window) => ({ language, theme, ...window }))),
);

/** Whether this is `npm run test:all`, with every look of everything. */
export const isWholeRun = process.env['MUNJIGI_TEST_ALL'] === '1';

export const LOOKS: readonly Look[] = isWholeRun ? EVERY : USUAL;
