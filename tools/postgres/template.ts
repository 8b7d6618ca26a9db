/** Environment variable with the address of a template database, which each test copies. If unset, tests use SQLite. */
export const TEMPLATE_VARIABLE = 'MUNJIGI_TEST_TEMPLATE';
