/**
 * The browsers that syntax is written for: none is newer than the oldest that tests see (the project's Chromium, and
 * those of `tests/programs/browsers.test.ts`).
 */
export const OLDEST = { chrome: 153, firefox: 153, safari: 26 } as const;

/** The same, as Vite takes them. */
export const TARGETS: string[] = Object.entries(OLDEST).map(([browser, version]) => `${browser}${version}`);
