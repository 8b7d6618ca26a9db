import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#i18n/locale.ts';
import { codeOfToken, type SecondToken } from '#server/login/policy/second-tokens.ts';

const TEXTS = join(import.meta.dirname, '..', '..', 'i18n');

/** The titles of the methods, as on the screens. */
export function methodTitles(language: Language): (method: SecondToken) => string {
  const texts: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(TEXTS, `flows.${language}.json`), 'utf8'),
  );
  return (method) => {
    const title = texts[`title.method.${codeOfToken(method)}`];
    if (title === undefined) throw new TypeError(`${method} has no title`);
    return title;
  };
}
