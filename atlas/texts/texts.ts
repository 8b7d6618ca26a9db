import type { Language } from '#atlas/words/types.ts';
import en from './en.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };

export type TextKey = keyof typeof en;

const TEXTS: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { ko, en };

/** Whether the atlas has a text with a key. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(en, key);

/** A text of the atlas itself. A placeholder such as `{count}` is replaced by the value with this name. */
export const atlasText = (
  language: Language,
  key: TextKey,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  TEXTS[language][key].replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
