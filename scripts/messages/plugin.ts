import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { compileMessages } from '#scripts/messages/compile.ts';

/**
 * Compiles `i18n/*.json` wherever it is imported, so that the ICU parser stays out of the page. A
 * syntax error fails the build and names the key.
 */
export const messages = (): Plugin => ({
  name: 'munjigi:messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/i18n\/[^/]+\.json$/ },
    handler(source, id) {
      return { code: JSON.stringify(compileMessages(relative(process.cwd(), id), source)), map: null };
    },
  },
});
