import { defineConfig } from 'vitest/config';
import { messages } from '#scripts/messages/plugin.ts';

/** Tests that render the portal or need a document without rendering. */
const DOCUMENT = ['tests/**/*.test.tsx', 'tests/{app,ui,views}/**/*.test.ts'];

export default defineConfig({
  plugins: [messages()],
  test: {
    css: { include: [/\.module\.css$/], modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    allowOnly: false,
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Loading the modules anew for each file costs as much as the tests; none of them keeps state of its own.
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: [...DOCUMENT, 'tests/e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'document',
          environment: 'jsdom',
          include: DOCUMENT,
          setupFiles: ['tests/support/document.ts'],
        },
      },
    ],
  },
});
