import type { Language } from '#tests/support/e2e/texts.ts';

/** The settings of a browser. */
export type BrowserSettings = {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  /** False for a Firefox whose person has switched passkeys off, and for WebKitGTK, which has none. */
  readonly hasPasskeys?: boolean;
};
