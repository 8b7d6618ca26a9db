import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#i18n/locale.ts';
import { type SecondToken, typeCodeOfToken } from '#server/login/policy/second-tokens.ts';

const TEXTS_FOLDER = join(import.meta.dirname, '..', '..', 'i18n');

/** Returns a function that gives the title of a method, as the screens show it. */
export function methodTitles(language: Language): (method: SecondToken) => string {
  const texts: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(TEXTS_FOLDER, `flows.${language}.json`), 'utf8'),
  );
  return (method) => {
    const title = texts[`title.method.${typeCodeOfToken(method)}`];
    if (title === undefined) throw new TypeError(`${method} has no title`);
    return title;
  };
}
