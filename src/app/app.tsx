import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { CrashNotice } from './crash-notice.tsx';
import { DocumentTitle } from './document-title.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { AddressRouter } from './history/address-router.tsx';
import { LanguageProvider } from './language/language-provider.tsx';
import type { Texts } from './language/texts.ts';
import { PortalProvider } from './portal-context.tsx';
import { Screen } from './screen.tsx';

export type AppProps = {
  readonly portal: PortalRef;
  readonly texts: Texts;
  /** Whether the browser keeps cookies: without them nobody can sign in. */
  readonly hasCookies?: boolean;
};

/** The portal on the page. */
export function App({ portal, texts, hasCookies = true }: AppProps) {
  return (
    <PortalProvider portal={portal}>
      <LanguageProvider texts={texts}>
        <AddressRouter>
          <DocumentTitle />
          <Frame hasCookies={hasCookies}>
            <ErrorBoundary fallback={<CrashNotice />}>
              <Screen />
            </ErrorBoundary>
          </Frame>
        </AddressRouter>
      </LanguageProvider>
    </PortalProvider>
  );
}
