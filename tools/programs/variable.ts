/** Set while the tests against programs of the system run. */
export const PROGRAMS_VARIABLE = 'MUNJIGI_TEST_PROGRAMS';
