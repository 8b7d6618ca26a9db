import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messages } from '#tools/messages/plugin.ts';
import { phoneFiles } from '#tools/vite/phone-files.ts';
import { precompressed } from '#tools/vite/precompressed.ts';
import { serverPortal } from '#tools/vite/server-portal.ts';
import { TARGETS } from '#tools/vite/targets.ts';
import { withoutDescriptions } from '#tools/vite/without-descriptions.ts';
import { APP_PATH, SERVER_PHONE_FILE } from '#wire/phone-app.ts';

const ROOT = join(import.meta.dirname, 'phone');

/**
 * Replaces React with Preact, because React is larger than the size limit of the app
 * (docs/decisions/ADR-0014-preact-on-the-phone.md).
 */
const PREACT_ALIASES = [
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
];

export default defineConfig(({ isSsrBuild }) => ({
  root: ROOT,
  base: APP_PATH,
  plugins: [
    messages(),
    withoutDescriptions(),
    phoneFiles(),
    serverPortal({ source: 'server-phone.tsx', fileName: SERVER_PHONE_FILE }),
    precompressed(),
    react(),
  ],
  resolve: {
    alias: [
      ...(isSsrBuild ? [] : PREACT_ALIASES),
      { find: /^use-sync-external-store\/shim(.*)$/, replacement: 'use-sync-external-store$1' },
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  json: { namedExports: false },
  build: {
    outDir: join(ROOT, '..', 'dist', 'app'),
    emptyOutDir: true,
    target: TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: join(ROOT, 'index.html') },
      // The code of the first screen is one chunk, because each chunk is a request.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
}));
