import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#atlas/words/types.ts';

export type Catalogues = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** The texts of a language: every `<name>.<language>.json` and `<language>.json` below `i18n/`. */
function readTexts(root: string, language: Language): Readonly<Record<string, string>> {
  const folder = join(root, 'i18n');
  const files = readdirSync(folder).filter((file) => new RegExp(`^(.+\\.)?${language}\\.json$`).test(file));
  return Object.assign(
    {},
    ...files.sort().map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
}

/** All texts of a project folder. */
export const readCatalogues = (root: string): Catalogues => ({
  ko: readTexts(root, 'ko'),
  en: readTexts(root, 'en'),
});
