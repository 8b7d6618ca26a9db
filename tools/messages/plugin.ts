import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { compileMessages } from '#tools/messages/compile.ts';

/** The file of the fallback locale for a file of another language. */
const koreanOf = (id: string): string => id.replace(/(?<=[/.])en\.json$/, 'ko.json');

/**
 * Compiles imported `i18n/*.json`, so that the page needs no ICU parser. Keys missing in English are filled from
 * Korean, the fallback locale (spec section 1), so that the page needs one catalogue only. A syntax error fails the
 * build and names the key.
 */
export const messages = (): Plugin => ({
  name: 'munjigi:messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/i18n\/[^/]+\.json$/ },
    handler(source, id) {
      const korean = koreanOf(id);
      const hasFallback = korean !== id && existsSync(korean);
      if (hasFallback) this.addWatchFile(korean);
      const fallback = hasFallback ? readFileSync(korean, 'utf8') : undefined;
      const compiled = compileMessages(relative(process.cwd(), id), source, fallback);
      return { code: JSON.stringify(compiled), map: null };
    },
  },
});
