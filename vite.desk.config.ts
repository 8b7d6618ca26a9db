import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messages } from '#tools/messages/plugin.ts';
import { precompressed } from '#tools/vite/precompressed.ts';
import { TARGETS } from '#tools/vite/targets.ts';
import { withoutDescriptions } from '#tools/vite/without-descriptions.ts';
import { DESK_PATH } from '#wire/desk/names.ts';

const ROOT = join(import.meta.dirname, 'desk');

export default defineConfig({
  root: ROOT,
  base: DESK_PATH,
  plugins: [messages(), withoutDescriptions(), precompressed(), react()],
  resolve: {
    alias: [
      // The shim is for React before version 18, which had no useSyncExternalStore.
      { find: /^use-sync-external-store\/shim(.*)$/, replacement: 'use-sync-external-store$1' },
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  json: { namedExports: false },
  build: {
    outDir: join(ROOT, '..', 'dist', 'desk'),
    emptyOutDir: true,
    target: TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: join(ROOT, 'index.html') },
    },
  },
});
