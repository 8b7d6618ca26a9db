import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { IntlProvider } from 'react-intl';
import { shownLanguage } from '#i18n/locale.ts';
import { afterPaint } from './boot/after-paint.ts';
import { usePortalSelector } from './portal-context.tsx';
import type { Texts } from './texts.ts';

/** A missing key is a fault of the build: the rule tests find it, and nothing papers over it here. */
const failOnMissingText = (error: Error) => {
  throw error;
};

/**
 * Shows the texts of the chosen language; `failed` is told whether they could be loaded. The error
 * catalogue comes after the first picture; until it is there a failure is told in the server's own words
 * (decision 132).
 */
export function LanguageProvider({
  texts,
  choices = 0,
  failed,
  children,
}: {
  readonly texts: Texts;
  /** How often a language was chosen: the same choice again asks for missing texts again. */
  readonly choices?: number;
  readonly failed: (hasFailed: boolean) => void;
  readonly children: ReactNode;
}) {
  const wanted = usePortalSelector(({ context }) => shownLanguage(context.locale));
  const { language, messages } = useSyncExternalStore(texts.subscribe, texts.shown, texts.shown);

  // biome-ignore lint/correctness/useExhaustiveDependencies(choices): a choice is a wish to try again
  useEffect(
    () =>
      afterPaint(() => {
        texts.show(wanted).then(
          () => failed(false),
          () => failed(true),
        );
      }),
    [texts, wanted, choices, failed],
  );

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  return (
    <IntlProvider locale={language} messages={messages} onError={failOnMissingText}>
      {children}
    </IntlProvider>
  );
}
