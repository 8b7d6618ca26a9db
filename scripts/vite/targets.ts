/** The browsers that syntax is written for: the oldest that tests see (Playwright's Chromium, `tests/programs/browsers.test.ts`). */
export const TARGETS = ['chrome153', 'firefox153', 'safari26'];
