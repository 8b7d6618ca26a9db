/** Environment variable that is set while tests with installed programs run. */
export const PROGRAMS_VARIABLE = 'MUNJIGI_TEST_PROGRAMS';
