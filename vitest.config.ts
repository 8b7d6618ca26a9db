import { defineConfig } from 'vitest/config';
import { messages } from '#tools/messages/plugin.ts';
import { PROGRAMS_VARIABLE } from '#tools/programs/variable.ts';

const RUNS_ALL_TESTS = process.env['MUNJIGI_TEST_ALL'] === '1';

/** Tests that render the portal or need a document without rendering. */
const DOCUMENT = ['tests/**/*.test.tsx', 'tests/{app,ui,views}/**/*.test.ts'];

/** Tests of the page with all its machines, on a simulated network. */
const WHOLE_PAGE = ['tests/portal/**/*.test.tsx'];

/** Tests that cannot share modules with other files: they change the window or the history, or mock views. */
const ISOLATED = [
  'tests/{walks,inspector}/**/*.test.tsx',
  'tests/app/{fetch-ahead,import-with-retry,late-client}.test.ts',
  'tests/app/mount.test.tsx',
  'tests/portal/language.walk.test.tsx',
  'tests/{self-auth,forgot-password,password-expiry,url-password,second-factor,management}/**/*.test.tsx',
];

/** Tests that build the portal. The build loads another React, and two cannot share a process. */
const BUILDS = ['tests/tooling/build.test.ts'];

/** Tests against programs of the system, which `npm run test:all` finds or installs. */
const PROGRAMS = 'tests/programs/**/*.test.ts';

/** Tests that kill and restart processes, for `npm run test:all`. `npm test` has two portals on one database in tests/server/storage. */
const CLUSTER = 'tests/cluster/**/*.test.ts';

export default defineConfig({
  plugins: [messages()],
  test: {
    css: { include: [/\.module\.css$/], modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    allowOnly: false,
    testTimeout: 20_000,
    // Starting PostgreSQL takes a while on a busy machine.
    hookTimeout: 60_000,
    // The time limits assume two cores.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Reloading the modules for each file takes as long as the tests; no module has state that tests change.
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: [...DOCUMENT, ...BUILDS, PROGRAMS, 'tests/e2e/**', ...(RUNS_ALL_TESTS ? [] : [CLUSTER])],
        },
      },
      ...(process.env[PROGRAMS_VARIABLE]
        ? [{ extends: true as const, test: { name: 'programs', environment: 'node', include: [PROGRAMS] } }]
        : []),
      { extends: true, test: { name: 'build', environment: 'node', include: BUILDS } },
      {
        extends: true,
        test: {
          name: 'document',
          environment: 'jsdom',
          isolate: false,
          include: DOCUMENT,
          exclude: [...WHOLE_PAGE, ...ISOLATED],
          setupFiles: ['tests/support/document.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'jsdom',
          isolate: false,
          include: WHOLE_PAGE,
          exclude: ISOLATED,
          setupFiles: ['tests/support/document.ts', 'tests/portal/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          environment: 'jsdom',
          include: ISOLATED,
          setupFiles: ['tests/support/document.ts'],
        },
      },
    ],
  },
});
