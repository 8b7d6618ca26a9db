/** Names the environment variable by which `npm test` leaves browser tests to `npm run test:all`. */
export const SHARE_VARIABLE = 'MUNJIGI_TEST_SHARE';
