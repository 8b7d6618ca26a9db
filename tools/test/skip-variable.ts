/** Environment variable that is set for `npm test`: the browser tests that only `npm run test:all` runs are skipped. */
export const SKIP_VARIABLE = 'MUNJIGI_TEST_SHARE';
