/**
 * Browser targets of the build: none is newer than the oldest tested browser (the project's Chromium, and
 * those of `tests/programs/browsers.test.ts`).
 */
export const OLDEST_BROWSERS = { chrome: 153, firefox: 153, safari: 26 } as const;

/** The targets in Vite's format. */
export const TARGETS: string[] = Object.entries(OLDEST_BROWSERS).map(
  ([browser, version]) => `${browser}${version}`,
);
