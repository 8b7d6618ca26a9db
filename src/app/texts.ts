import { loadOtherTexts, loadTexts, type MessageLanguage, type Messages } from './messages.ts';

export type ShownTexts = { readonly language: MessageLanguage; readonly messages: Messages };

/**
 * The texts on the page. A language is shown when the texts of the first screens have arrived, so a
 * switch never blanks a screen; the others follow.
 */
export class Texts {
  #shown: ShownTexts;
  #wanted: MessageLanguage;
  readonly #listeners = new Set<() => void>();

  constructor(shown: ShownTexts) {
    this.#shown = shown;
    this.#wanted = shown.language;
  }

  readonly shown = (): ShownTexts => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Shows a language and fetches what it still lacks. Rejects when its texts cannot be loaded: what was
   * shown before stays. A later call makes an earlier one void.
   */
  async show(language: MessageLanguage): Promise<void> {
    this.#wanted = language;
    const texts = await loadTexts(language);
    if (language !== this.#shown.language) this.#put(language, texts);
    this.#put(language, { ...texts, ...(await loadOtherTexts(language)) });
  }

  #put(language: MessageLanguage, messages: Messages): void {
    if (language !== this.#wanted) return;
    this.#shown = { language, messages };
    for (const listener of this.#listeners) listener();
  }
}
