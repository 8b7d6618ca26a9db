import { loadOtherTexts, loadTexts, type MessageLanguage, type Messages } from '#src/app/messages.ts';

/** The loaded texts, by language. */
export type Texts = ReadonlyMap<MessageLanguage, Messages>;

/** Loaders of the texts. Each rejects when a file cannot be loaded. */
export type TextLoaders = {
  readonly loadFirst: (language: MessageLanguage) => Promise<void>;
  readonly loadOthers: (language: MessageLanguage) => Promise<void>;
};

/** Texts that are fetched when the language machine requests them. */
export function createTexts(): { readonly texts: Texts; readonly loaders: TextLoaders } {
  const texts = new Map<MessageLanguage, Messages>();
  const addTexts = (language: MessageLanguage, messages: Messages) => {
    texts.set(language, { ...texts.get(language), ...messages });
  };
  return {
    texts,
    loaders: {
      loadFirst: async (language) => addTexts(language, await loadTexts(language)),
      loadOthers: async (language) => addTexts(language, await loadOtherTexts(language)),
    },
  };
}
