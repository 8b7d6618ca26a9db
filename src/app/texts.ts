import { loadOtherTexts, loadTexts, type MessageLanguage, type Messages } from './messages.ts';

export type ShownTexts = { readonly language: MessageLanguage; readonly messages: Messages };

/**
 * The texts on the page. As long as only the first screens stand, a language is shown when their texts
 * have arrived, and the others follow; afterwards it is shown when all have. So a switch never blanks a
 * screen. A screen that needs more than the first texts waits for {@link Texts.complete}.
 */
export class Texts {
  #shown: ShownTexts;
  #wanted: MessageLanguage;
  /** All texts of the shown language are there. */
  #isComplete = false;
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
    if (language !== this.#shown.language && !this.#isComplete) this.#put(language, texts);
    const others = await loadOtherTexts(language);
    if (this.#put(language, { ...texts, ...others })) this.#isComplete = true;
  }

  /** Fetches what the shown language still lacks. Rejects when it cannot be loaded. */
  async complete(): Promise<void> {
    while (!this.#isComplete) await this.show(this.#wanted);
  }

  /** @returns whether the language is still wanted. */
  #put(language: MessageLanguage, messages: Messages): boolean {
    if (language !== this.#wanted) return false;
    this.#shown = { language, messages };
    for (const listener of this.#listeners) listener();
    return true;
  }
}
