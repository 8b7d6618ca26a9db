import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { IntlProvider } from 'react-intl';
import { shownLanguage } from '#i18n/locale.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import type { Texts } from './texts.ts';

/** A missing key is a build error, so it is thrown. */
const failOnMissingText = (error: Error) => {
  throw error;
};

/**
 * Shows the texts of the portal's language. The error catalogue is loaded after the first render; until then a
 * failure is shown with the server's message (rule 132).
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
  // More messages of the same language may be loaded later: the actor's next snapshot renders them.
  const messages = useSelector(languageActor, () => texts.get(language));

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  return (
    <IntlProvider locale={language} {...(messages && { messages })} onError={failOnMissingText}>
      {children}
    </IntlProvider>
  );
}
