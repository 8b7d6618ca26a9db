import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messages } from '#tools/messages/plugin.ts';
import { precompressed } from '#tools/vite/precompressed.ts';
import { serverPortal } from '#tools/vite/server-portal.ts';
import { TARGETS } from '#tools/vite/targets.ts';
import { withoutDescriptions } from '#tools/vite/without-descriptions.ts';
import { SERVER_PORTAL_FILE } from '#wire/server-portal.ts';

export default defineConfig({
  plugins: [
    messages(),
    withoutDescriptions(),
    serverPortal({ source: 'src/server-portal.tsx', fileName: SERVER_PORTAL_FILE }),
    precompressed(),
    react(),
  ],
  resolve: {
    alias: [
      // The shim is for React before version 18, which had no useSyncExternalStore.
      {
        find: /^use-sync-external-store\/shim(.*)$/,
        replacement: 'use-sync-external-store$1',
      },
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  json: { namedExports: false },
  build: {
    target: TARGETS,
    // Assets are not inlined as `data:` URLs, because the content security policy does not allow them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // The code of the first screen is one chunk, because several chunks compress worse and need more requests.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
});
