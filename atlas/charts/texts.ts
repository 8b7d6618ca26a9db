import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import type { Catalogues, Language } from '#atlas/words/types.ts';

/** The files with the texts of a language: every `<name>.<language>.json` and `<language>.json` of a folder. */
const filesOf = (folder: string, language: Language): readonly string[] =>
  readdirSync(folder)
    .filter((file) => new RegExp(`^(.+\\.)?${language}\\.json$`).test(file))
    .sort()
    .map((file) => join(folder, file));

const textsIn = (file: string): Readonly<Record<string, string>> => JSON.parse(readFileSync(file, 'utf8'));

const readTexts = (folder: string, language: Language): Readonly<Record<string, string>> =>
  Object.assign({}, ...filesOf(folder, language).map(textsIn));

/** All texts of the screens of a project; none where the configuration names no folder. */
export function readCatalogues({ root, texts }: Pick<Project, 'root' | 'texts'>): Catalogues {
  if (texts === undefined) return { ko: {}, en: {} };
  const folder = join(root, texts);
  return { ko: readTexts(folder, 'ko'), en: readTexts(folder, 'en') };
}

/** The English file that has a text, and who sets the text, as in the table of limits. */
export type TextSource = { readonly file: string; readonly setBy: string };

/** The sources of the texts by their keys. */
export function readTextSources({
  root,
  texts,
  textSetBy = () => 'ours',
}: Pick<Project, 'root' | 'texts' | 'textSetBy'>): Readonly<Record<string, TextSource>> {
  if (texts === undefined) return {};
  return Object.fromEntries(
    filesOf(join(root, texts), 'en').flatMap((path) =>
      Object.entries(textsIn(path)).map(([key, text]) => [
        key,
        { file: `${texts}/${basename(path)}`, setBy: textSetBy(key, text) },
      ]),
    ),
  );
}
