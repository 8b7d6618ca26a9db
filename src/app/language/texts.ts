import { loadFirstTexts, loadOtherTexts, type MessageLanguage, type Messages } from '#src/app/messages.ts';

/** The texts that have been loaded, by language. */
export type Texts = ReadonlyMap<MessageLanguage, Messages>;

/** Functions that load texts. Each rejects if a file cannot be loaded. */
export type TextLoaders = {
  /** Loads the texts of the first screen. */
  readonly loadFirst: (language: MessageLanguage) => Promise<void>;
  /** Loads the texts that `loadFirst` does not load. */
  readonly loadOthers: (language: MessageLanguage) => Promise<void>;
};

/** Creates the texts, empty at first, and the loaders with which the language machine fills them. */
export function createTexts(): { readonly texts: Texts; readonly loaders: TextLoaders } {
  const texts = new Map<MessageLanguage, Messages>();
  const addTexts = (language: MessageLanguage, messages: Messages) => {
    texts.set(language, { ...texts.get(language), ...messages });
  };
  return {
    texts,
    loaders: {
      loadFirst: async (language) => addTexts(language, await loadFirstTexts(language)),
      loadOthers: async (language) => addTexts(language, await loadOtherTexts(language)),
    },
  };
}
