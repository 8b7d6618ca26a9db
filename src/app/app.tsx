import { useReducer, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { CrashNotice } from './crash-notice.tsx';
import { DocumentTitle } from './document-title.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { LanguageProvider } from './language.tsx';
import { PortalProvider } from './portal-context.tsx';
import { RouterBridge } from './router-bridge.tsx';
import { Screen } from './screen.tsx';
import type { Texts } from './texts.ts';

/** The portal on the page. */
export function App({ portal, texts }: { readonly portal: PortalRef; readonly texts: Texts }) {
  const [hasLanguageFailed, setHasLanguageFailed] = useState(false);
  const [choices, countChoice] = useReducer((count: number) => count + 1, 0);
  return (
    <PortalProvider portal={portal}>
      <LanguageProvider texts={texts} choices={choices} failed={setHasLanguageFailed}>
        <BrowserRouter>
          <RouterBridge />
          <DocumentTitle />
          <Frame hasLanguageFailed={hasLanguageFailed} onLanguageChosen={countChoice}>
            <ErrorBoundary fallback={<CrashNotice />}>
              <Screen />
            </ErrorBoundary>
          </Frame>
        </BrowserRouter>
      </LanguageProvider>
    </PortalProvider>
  );
}
