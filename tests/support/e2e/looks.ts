import { LANGUAGES, type Language } from '#tests/support/e2e/texts.ts';

/** How a screen is looked at: width and height in CSS pixels. */
export type Look = {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
};

const THEMES = ['light', 'dark'] as const;
/** From a narrow phone to a laptop whose browser leaves a low window. */
const WINDOWS = [
  { width: 320, height: 800 },
  { width: 390, height: 800 },
  { width: 768, height: 1024 },
  { width: 1366, height: 625 },
];

/** Both languages, both themes and both ends of the widths, each once. */
const USUAL: readonly Look[] = [
  { language: 'ko', theme: 'dark', width: 320, height: 800 },
  { language: 'en', theme: 'light', width: 1280, height: 800 },
];

const EVERY: readonly Look[] = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => WINDOWS.map((window) => ({ language, theme, ...window }))),
);

/** Whether this is `npm run test:all`, with every look of everything. */
export const isWhole = process.env['MUNJIGI_TEST_ALL'] === '1';

export const LOOKS: readonly Look[] = isWhole ? EVERY : USUAL;

/** A laptop's window below the bars of its browser, and a small phone's. In CSS pixels. */
const LOW_WINDOWS = [
  { width: 1366, height: 625 },
  { width: 360, height: 640 },
];

/** How low windows are looked at: in `npm test` each in one language. */
export const LOW_LOOKS = LOW_WINDOWS.flatMap((window, index) =>
  (isWhole ? LANGUAGES : [LANGUAGES[index % LANGUAGES.length] ?? 'ko']).map((language) => ({
    language,
    ...window,
  })),
);
