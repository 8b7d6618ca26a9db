import { eventButton, type FormEvent } from '#src/ui/form-event.ts';
import styles from './language-switcher.module.css';

export type SwitcherLanguage = 'ko' | 'en';

/** Each language by its own name. */
const LANGUAGES = [
  { language: 'ko', name: '한국어' },
  { language: 'en', name: 'English' },
] as const;

export interface LanguageSwitcherProps {
  /** Name of the group for assistive technology. */
  readonly label: string;
  /** The language marked as chosen; null marks none (a locale such as `jp`). */
  readonly current: SwitcherLanguage | null;
  /** Event of the button of a language. */
  readonly chooseEvent: (language: SwitcherLanguage) => FormEvent;
}

/** Offers Korean and English (spec section 1). */
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
