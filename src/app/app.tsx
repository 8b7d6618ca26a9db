import { useReducer, useState } from 'react';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { CrashNotice } from './crash-notice.tsx';
import { DocumentTitle } from './document-title.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { AddressRouter } from './history/address-router.tsx';
import { LanguageProvider } from './language.tsx';
import { PortalProvider } from './portal-context.tsx';
import { Screen } from './screen.tsx';
import type { Texts } from './texts.ts';

export type AppProps = {
  readonly portal: PortalRef;
  readonly texts: Texts;
  /** Whether the browser keeps cookies: without them nobody can sign in. */
  readonly hasCookies?: boolean;
};

/** The portal on the page. */
export function App({ portal, texts, hasCookies = true }: AppProps) {
  const [hasLanguageFailed, setHasLanguageFailed] = useState(false);
  const [choices, countChoice] = useReducer((count: number) => count + 1, 0);
  return (
    <PortalProvider portal={portal}>
      <LanguageProvider texts={texts} choices={choices} failed={setHasLanguageFailed}>
        <AddressRouter>
          <DocumentTitle />
          <Frame hasCookies={hasCookies} hasLanguageFailed={hasLanguageFailed} onLanguageChosen={countChoice}>
            <ErrorBoundary fallback={<CrashNotice />}>
              <Screen />
            </ErrorBoundary>
          </Frame>
        </AddressRouter>
      </LanguageProvider>
    </PortalProvider>
  );
}
