import { defineConfig } from 'vitest/config';
import { messages } from '#tools/messages/plugin.ts';
import { PROGRAMS_VARIABLE } from '#tools/programs/variable.ts';

const RUNS_ALL_TESTS = process.env['MUNJIGI_TEST_ALL'] === '1';

/** Patterns of tests that need a DOM. */
const DOM_TESTS = ['tests/**/*.test.tsx', 'tests/{app,ui,views}/**/*.test.ts'];

/** Patterns of tests of the whole page with all machines, on a simulated network. */
const PAGE_TESTS = ['tests/portal/**/*.test.tsx'];

/**
 * Patterns of tests that cannot share modules with other tests: they change the window or the history, or mock views.
 */
const ISOLATED_TESTS = [
  'tests/{walks,inspector}/**/*.test.tsx',
  'tests/app/{fetch-ahead,import-with-retry,late-client}.test.ts',
  'tests/app/mount.test.tsx',
  'tests/portal/language.walk.test.tsx',
  'tests/{self-auth,forgot-password,password-expiry,url-password,second-factor,management}/**/*.test.tsx',
];

/** Tests that build the portal. They need their own process, because the build loads a second copy of React. */
const BUILD_TESTS = ['tests/tooling/build.test.ts'];

/** Tests that need programs of the system, which `npm run test:all` finds or installs. */
const PROGRAM_TESTS = 'tests/programs/**/*.test.ts';

/**
 * Tests that kill and restart processes. They are run only by `npm run test:all`; in `npm test`, tests/server/storage
 * tests two portals on one database.
 */
const CLUSTER_TESTS = 'tests/cluster/**/*.test.ts';

export default defineConfig({
  plugins: [messages()],
  test: {
    css: { include: [/\.module\.css$/], modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    allowOnly: false,
    testTimeout: 20_000,
    // On a busy machine PostgreSQL starts slowly.
    hookTimeout: 60_000,
    // The time limits assume two cores.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Modules are shared by the test files, since loading them again would take as long as the tests. So no module
          // may have state that tests change.
          isolate: false,
          setupFiles: ['tests/support/server/close-test-databases.ts'],
          include: ['tests/**/*.test.ts'],
          exclude: [
            ...DOM_TESTS,
            ...BUILD_TESTS,
            PROGRAM_TESTS,
            'tests/e2e/**',
            ...(RUNS_ALL_TESTS ? [] : [CLUSTER_TESTS]),
          ],
        },
      },
      ...(process.env[PROGRAMS_VARIABLE]
        ? [
            {
              extends: true as const,
              test: { name: 'programs', environment: 'node', include: [PROGRAM_TESTS] },
            },
          ]
        : []),
      { extends: true, test: { name: 'build', environment: 'node', include: BUILD_TESTS } },
      {
        extends: true,
        test: {
          name: 'document',
          environment: 'jsdom',
          isolate: false,
          include: DOM_TESTS,
          exclude: [...PAGE_TESTS, ...ISOLATED_TESTS],
          setupFiles: ['tests/support/document.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'jsdom',
          isolate: false,
          include: PAGE_TESTS,
          exclude: ISOLATED_TESTS,
          setupFiles: ['tests/support/document.ts', 'tests/portal/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          environment: 'jsdom',
          include: ISOLATED_TESTS,
          setupFiles: ['tests/support/document.ts'],
        },
      },
    ],
  },
});
