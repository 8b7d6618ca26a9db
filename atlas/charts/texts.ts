import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import type { Catalogues, Language } from '#atlas/words/types.ts';

/** The texts of a language: every `<name>.<language>.json` and `<language>.json` of a folder. */
function readTexts(folder: string, language: Language): Readonly<Record<string, string>> {
  const files = readdirSync(folder).filter((file) => new RegExp(`^(.+\\.)?${language}\\.json$`).test(file));
  return Object.assign(
    {},
    ...files.sort().map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
}

/** All texts of the screens of a project; none where the configuration names no folder. */
export function readCatalogues({ root, texts }: Pick<Project, 'root' | 'texts'>): Catalogues {
  if (texts === undefined) return { ko: {}, en: {} };
  const folder = join(root, texts);
  return { ko: readTexts(folder, 'ko'), en: readTexts(folder, 'en') };
}
