import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import type { Catalogues, FixedValue, Language } from '#atlas/words/types.ts';

type Texts = Readonly<Record<string, string>>;

/** The files `<name>.<language>.json` and `<language>.json` of a language, with their texts. */
function textFiles({ root, texts }: Pick<Project, 'root' | 'texts'>, language: Language) {
  if (texts === undefined) return [];
  const isOfLanguage = (file: string) => file === `${language}.json` || file.endsWith(`.${language}.json`);
  const files = readdirSync(join(root, texts)).filter(isOfLanguage).sort();
  return files.map((name) => {
    const file = `${texts}/${name}`;
    return { file, texts: JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts };
  });
}

/** All texts of the screens of a project, in both languages; empty when the configuration names no folder of texts. */
export function readCatalogues(project: Pick<Project, 'root' | 'texts'>): Catalogues {
  const read = (language: Language): Texts =>
    Object.assign({}, ...textFiles(project, language).map(({ texts }) => texts));
  return { ko: read('ko'), en: read('en') };
}

/** The English file that contains a text, and the origin of the text (in the form of {@link FixedValue}.setBy). */
export type TextSource = { readonly file: string } & Pick<FixedValue, 'setBy'>;

/** The sources of all texts, by their keys. */
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
