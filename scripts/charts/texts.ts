import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flowOf } from '#machines/shared/methods.ts';
import { LANGUAGES, type Language } from '#scripts/charts/words/types.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

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

/** More names of one screen than this tell nobody more. */
const MOST_NAMES = 3;

/**
 * What a screen is called, Korean first. The title of a method's screen hangs on the method: the methods of its flow.
 * @param title message key, as `meta.title` has it
 */
export function titlesOf(catalogues: Catalogues, title: string, flow: string): readonly string[] {
  const codes = Object.values(TOKEN_CODES).filter((code) => flowOf(code) === flow);
  const keys = title.includes('{code}') ? codes.map((code) => title.replace('{code}', code)) : [title];
  return LANGUAGES.flatMap((language) => {
    const names = keys.slice(0, MOST_NAMES).flatMap((key) => catalogues[language][key] ?? []);
    return names.length > 0 ? [names.join(', ')] : [];
  });
}
