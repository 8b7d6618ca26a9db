/** Environment variable that is set while the tests that need installed programs of the system are run. */
export const PROGRAMS_VARIABLE = 'MUNJIGI_TEST_PROGRAMS';
