/**
 * The oldest supported versions of browsers. The tests run in no older version: they use the project's Chromium, and
 * the browsers of `tests/programs/browsers.test.ts`.
 */
export const OLDEST_BROWSERS = { chrome: 153, firefox: 153, safari: 26 } as const;

/** The oldest supported browsers in the format of Vite's `build.target`. */
export const TARGETS: string[] = Object.entries(OLDEST_BROWSERS).map(
  ([browser, version]) => `${browser}${version}`,
);
