import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { IntlProvider } from 'react-intl';
import { shownLanguage } from '#i18n/locale.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import type { Texts } from './texts.ts';

/** Every key has a text (tests check this), so an error of the formatter is a programming error. */
const throwTextError = (error: Error) => {
  throw error;
};

/**
 * Provides the texts of the shown language to its children. The error catalogue loads after the first render. Until
 * then, a failure is shown with the message of the server (rule 132).
 */
export function LanguageProvider({
  texts,
  children,
}: {
  readonly texts: Texts;
  readonly children: ReactNode;
}) {
  const language = usePortalSelector(({ context }) => shownLanguage(context.locale));
  const languageActor = usePortalSelector((snapshot) => snapshot.children.language);
  // When more texts of the same language have loaded, the language actor has a new snapshot, which runs this selector
  // again.
  const messages = useSelector(languageActor, () => texts.get(language));

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  return (
    <IntlProvider locale={language} {...(messages && { messages })} onError={throwTextError}>
      {children}
    </IntlProvider>
  );
}
