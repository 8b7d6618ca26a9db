import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { IsServerPage } from '#src/ui/server-rendered.ts';
import { CrashNotice } from './crash-notice.tsx';
import { DocumentTitle } from './document-title.tsx';
import { type Drafts, DraftsProvider, NO_DRAFTS } from './drafts.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { LanguageProvider } from './language/language-provider.tsx';
import type { Texts } from './language/texts.ts';
import { TimeOfDayProvider } from './language/time-of-day.tsx';
import { PortalProvider } from './portal-context.tsx';
import { Screen } from './screen.tsx';

export type AppProps = {
  readonly portal: PortalRef;
  readonly texts: Texts;
  /** Storage for unsent input. By default, unsent input is not stored. */
  readonly drafts?: Drafts;
  /** Whether the server renders the current screen, or has rendered the screen that the page now hydrates. */
  readonly isServerPage?: boolean;
};

/** The root component: the frame of the portal and its current screen. */
export function App({ portal, texts, drafts = NO_DRAFTS, isServerPage = false }: AppProps) {
  return (
    <IsServerPage value={isServerPage}>
      <PortalProvider portal={portal}>
        <LanguageProvider texts={texts}>
          <DocumentTitle>
            <Frame>
              <TimeOfDayProvider>
                <ErrorBoundary fallback={<CrashNotice />}>
                  <DraftsProvider value={drafts}>
                    <Screen />
                  </DraftsProvider>
                </ErrorBoundary>
              </TimeOfDayProvider>
            </Frame>
          </DocumentTitle>
        </LanguageProvider>
      </PortalProvider>
    </IsServerPage>
  );
}
