import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { IntlProvider } from 'react-intl';
import { shownLanguage } from '#i18n/locale.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import type { Texts } from './texts.ts';

/** A missing key is a build error: it is thrown, not hidden. */
const failOnMissingText = (error: Error) => {
  throw error;
};

/**
 * Shows the texts of the portal's language. The error catalogue comes after the first picture; until it is there a
 * failure is shown in the server's own words (decision 132).
 */
export function LanguageProvider({
  texts,
  children,
}: {
  readonly texts: Texts;
  readonly children: ReactNode;
}) {
  const language = usePortalSelector(({ context }) => shownLanguage(context.locale));
  const loading = usePortalSelector((snapshot) => snapshot.children.language);
  // More of them arrive while the language stays: the machine tells when.
  const messages = useSelector(loading, () => texts.get(language));

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  return (
    <IntlProvider locale={language} {...(messages && { messages })} onError={failOnMissingText}>
      {children}
    </IntlProvider>
  );
}
