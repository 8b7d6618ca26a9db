import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import type { Catalogues, Language } from '#atlas/words/types.ts';

type Texts = Readonly<Record<string, string>>;

/** The texts of a language by file: of every `<name>.<language>.json` and `<language>.json`. */
function textFiles({ root, texts }: Pick<Project, 'root' | 'texts'>, language: Language) {
  if (texts === undefined) return [];
  const isOfLanguage = (file: string) => file === `${language}.json` || file.endsWith(`.${language}.json`);
  const files = readdirSync(join(root, texts)).filter(isOfLanguage).sort();
  return files.map((name) => {
    const file = `${texts}/${name}`;
    return { file, texts: JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts };
  });
}

/** All texts of the screens of a project; none where the configuration names no folder. */
export function readCatalogues(project: Pick<Project, 'root' | 'texts'>): Catalogues {
  const read = (language: Language): Texts =>
    Object.assign({}, ...textFiles(project, language).map(({ texts }) => texts));
  return { ko: read('ko'), en: read('en') };
}

/** The English file that has a text, and who sets the text, as in the table of limits. */
export type TextSource = { readonly file: string; readonly setBy: string };

/** The sources of the texts by their keys. */
export function readTextSources(
  project: Pick<Project, 'root' | 'texts' | 'textSetBy'>,
): Readonly<Record<string, TextSource>> {
  const { textSetBy = () => 'ours' } = project;
  return Object.fromEntries(
    textFiles(project, 'en').flatMap(({ file, texts }) =>
      Object.entries(texts).map(([key, text]) => [key, { file, setBy: textSetBy(key, text) }]),
    ),
  );
}
