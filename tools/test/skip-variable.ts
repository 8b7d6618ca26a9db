/** Environment variable of a run that skips the browser tests that only `npm run test:all` runs. */
export const SKIP_VARIABLE = 'MUNJIGI_TEST_SHARE';
