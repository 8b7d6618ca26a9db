/** Environment variable with which a run skips the browser tests that only `npm run test:all` runs. */
export const SKIP_VARIABLE = 'MUNJIGI_TEST_SHARE';
