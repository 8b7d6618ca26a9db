import { type ReactNode, useEffect, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { shownLanguage } from '#i18n/locale.ts';
import { loadErrors, loadTexts, type MessageLanguage, type Messages } from './messages.ts';
import { usePortalSelector } from './portal-context.tsx';

export type ShownTexts = { readonly language: MessageLanguage; readonly messages: Messages };

/** A missing key is a fault of the build: the rule tests find it, and nothing papers over it here. */
const failOnMissingText = (error: Error) => {
  throw error;
};

/**
 * Shows the texts of the chosen language. They change when they have arrived, so a language switch
 * never blanks a screen; when they do not arrive, `failed` is told. The error catalogue follows the
 * texts; until it is there a failure is told in the server's own words (decision 132).
 */
export function LanguageProvider({
  initial,
  choices = 0,
  failed,
  children,
}: {
  readonly initial: ShownTexts;
  /** How often a language was chosen: the same choice again asks for missing texts again. */
  readonly choices?: number;
  readonly failed: (hasFailed: boolean) => void;
  readonly children: ReactNode;
}) {
  const wanted = usePortalSelector(({ context }) => shownLanguage(context.locale));
  const [shown, setShown] = useState(initial);

  // biome-ignore lint/correctness/useExhaustiveDependencies(choices): a choice is a wish to try again
  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const texts = wanted === initial.language ? initial.messages : await loadTexts(wanted);
      if (isWanted) setShown({ language: wanted, messages: texts });
      const errors = await loadErrors(wanted);
      if (isWanted) setShown({ language: wanted, messages: { ...texts, ...errors } });
    };
    show().then(
      () => isWanted && failed(false),
      () => isWanted && failed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [wanted, initial, choices, failed]);

  useEffect(() => {
    document.documentElement.lang = shown.language;
  }, [shown.language]);

  return (
    <IntlProvider locale={shown.language} messages={shown.messages} onError={failOnMissingText}>
      {children}
    </IntlProvider>
  );
}
