/** Names the database from which each test copies its own; without it the tests run on SQLite. */
export const TEMPLATE_VARIABLE = 'MUNJIGI_TEST_TEMPLATE';
