/** Environment variable with the template database that each test copies; without it the tests run on SQLite. */
export const TEMPLATE_VARIABLE = 'MUNJIGI_TEST_TEMPLATE';
