import { type ReactNode, useReducer, useState } from 'react';
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

export type AppProps = {
  readonly portal: PortalRef;
  readonly texts: Texts;
  /** Whether the browser keeps cookies: without them nobody can sign in. */
  readonly hasCookies?: boolean;
  /** What gives the history and the address; the address bar when nothing else is said. */
  readonly router?: (children: ReactNode) => ReactNode;
};

const inAddressBar = (children: ReactNode) => <BrowserRouter>{children}</BrowserRouter>;

/** The portal on the page. */
export function App({ portal, texts, hasCookies = true, router = inAddressBar }: AppProps) {
  const [hasLanguageFailed, setHasLanguageFailed] = useState(false);
  const [choices, countChoice] = useReducer((count: number) => count + 1, 0);
  return (
    <PortalProvider portal={portal}>
      <LanguageProvider texts={texts} choices={choices} failed={setHasLanguageFailed}>
        {router(
          <>
            <RouterBridge />
            <DocumentTitle />
            <Frame
              hasCookies={hasCookies}
              hasLanguageFailed={hasLanguageFailed}
              onLanguageChosen={countChoice}
            >
              <ErrorBoundary fallback={<CrashNotice />}>
                <Screen />
              </ErrorBoundary>
            </Frame>
          </>,
        )}
      </LanguageProvider>
    </PortalProvider>
  );
}
