import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { compileMessages } from '#tools/messages/compile.ts';

/** The path of the Korean file of texts for an English file; any other path is returned unchanged. */
const koreanFileOf = (path: string): string => path.replace(/(?<=[/.])en\.json$/, 'ko.json');

/**
 * A Vite plugin that parses the messages in imported `i18n/*.json`, so that the page needs no ICU parser. English files
 * are completed with Korean messages, since Korean is the fallback language (spec section 1); so the page loads the
 * files of only one language. A message with a syntax error lets the build fail.
 */
export const messages = (): Plugin => ({
  name: 'munjigi:messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/i18n\/[^/]+\.json$/ },
    handler(source, id) {
      const koreanFile = koreanFileOf(id);
      const hasFallback = koreanFile !== id && existsSync(koreanFile);
      if (hasFallback) this.addWatchFile(koreanFile);
      const fallback = hasFallback ? readFileSync(koreanFile, 'utf8') : undefined;
      const compiled = compileMessages(relative(process.cwd(), id), source, fallback);
      return { code: JSON.stringify(compiled), map: null };
    },
  },
});
