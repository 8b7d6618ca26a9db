import type { Language } from '#tests/support/e2e/texts.ts';

/** The settings of a browser. */
export type BrowserSettings = {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  /** False for Firefox without passkeys, which a setting turns off, and for WebKitGTK, which does not support passkeys. */
  readonly hasPasskeys?: boolean;
};
