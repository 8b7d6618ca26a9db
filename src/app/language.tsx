import { type ReactNode, useEffect, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { shownLanguage } from '#i18n/locale.ts';
import { loadMessages, type MessageLanguage, type Messages } from './messages.ts';
import { usePortalSelector } from './portal-context.tsx';

export type ShownTexts = { readonly language: MessageLanguage; readonly messages: Messages };

/** A missing key is a fault of the build; the rule tests find it, and the key itself is never shown silently. */
const failOnMissingText = (error: Error) => {
  throw error;
};

/**
 * Shows the texts of the chosen language. They change when they have arrived, so a language switch
 * never blanks a screen; when they do not arrive, `failed` is told.
 */
export function LanguageProvider({
  initial,
  failed,
  children,
}: {
  readonly initial: ShownTexts;
  readonly failed: () => void;
  readonly children: ReactNode;
}) {
  const wanted = usePortalSelector(({ context }) => shownLanguage(context.locale));
  const [shown, setShown] = useState(initial);

  useEffect(() => {
    let isWanted = true;
    if (wanted !== shown.language) {
      loadMessages(wanted).then(
        (messages) => isWanted && setShown({ language: wanted, messages }),
        () => isWanted && failed(),
      );
    }
    return () => {
      isWanted = false;
    };
  }, [wanted, shown.language, failed]);

  useEffect(() => {
    document.documentElement.lang = shown.language;
  }, [shown.language]);

  return (
    <IntlProvider locale={shown.language} messages={shown.messages} onError={failOnMissingText}>
      {children}
    </IntlProvider>
  );
}
