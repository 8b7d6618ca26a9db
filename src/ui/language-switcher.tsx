import { eventButton, type FormEvent } from '#src/ui/form-event.ts';
import styles from './language-switcher.module.css';

export type SwitcherLanguage = 'ko' | 'en';

/** The languages, each with its name in the language itself. */
const LANGUAGES = [
  { language: 'ko', name: '한국어' },
  { language: 'en', name: 'English' },
] as const;

export interface LanguageSwitcherProps {
  /** The accessible name of the group of buttons. */
  readonly label: string;
  /** The chosen language; null for a locale that has no button, such as `jp`. */
  readonly current: SwitcherLanguage | null;
  /** Returns the event that the button of a language sends. */
  readonly chooseEvent: (language: SwitcherLanguage) => FormEvent;
}

/** Buttons that switch between Korean and English (spec section 1). */
export function LanguageSwitcher({ label, current, chooseEvent }: LanguageSwitcherProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups what a form submits, this is page navigation
    <div role="group" aria-label={label} className={styles['switcher']}>
      {LANGUAGES.map(({ language, name }) => (
        <button
          key={language}
          lang={language}
          aria-pressed={language === current}
          className={styles['language']}
          {...eventButton(chooseEvent(language))}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
