import { type ActorOptions, createActor } from 'xstate';
import { chosenLanguage, languageCookie, localeOf } from '#i18n/locale.ts';
import type { PortalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { ClientHooks } from '#src/api/client.ts';
import { nextPaint } from '#src/app/after-paint.ts';
import { App } from '#src/app/app.tsx';
import { createDrafts } from '#src/app/drafts.ts';
import { followScreens } from '#src/app/history/follow-screens.ts';
import { importWithRetry } from '#src/app/import-with-retry.ts';
import { firstTexts } from '#src/app/language/provided-language.ts';
import { createTexts } from '#src/app/language/texts.ts';
import { setLateParts } from '#src/app/late-parts.ts';
import { storePortalValues } from '#src/app/storage/projections.ts';
import { createStorage } from '#src/app/storage/storage.ts';
import { isInsideSteps } from '#src/ports/address-bar.ts';
import { createAnswers } from '#src/ports/idle.ts';
import { passkeySupportOf } from '#src/ports/passkey-support.ts';
import { createRequestCache } from '#src/ports/request-cache.ts';
import type { RuntimeConfig } from '#wire/runtime-config.ts';
import { followBranding } from './branding.ts';
import { lateClient } from './late-client.ts';
import { mount, resume } from './mount.tsx';
import { once } from './once.ts';
import { providedPortal } from './provided-portal.ts';
import type { ResumableScreen } from './resumed.ts';
import { readRuntimeConfig } from './runtime-config.ts';
import { showStartFailure } from './start-failure.ts';

export type StartOptions = Pick<ActorOptions<PortalMachine>, 'clock' | 'inspect'> & {
  /** Overrides the page's configuration. */
  readonly configOf?: (pageConfig: RuntimeConfig) => RuntimeConfig;
  /** The server-rendered screen that the page resumes. */
  readonly resumed?: ResumableScreen | null;
};

/** A portal on a page. */
export type StartedPortal = {
  readonly portal: PortalRef;
  /** Ends it, as closing the tab does. */
  readonly close: () => void;
};

/**
 * Starts the portal in the element `root` of a page.
 * @throws {Error} when the page has no such element; {SyntaxError} when its configuration is not a JSON object
 */
export function startPortal(
  page: Window & typeof globalThis,
  { configOf = (pageConfig) => pageConfig, resumed, ...actorOptions }: StartOptions = {},
): StartedPortal {
  const { document, location, navigator } = page;
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element "root"');

  const config = configOf(readRuntimeConfig(document, Date.now()));
  const locale = chosenLanguage(document.cookie) ?? (config.askedLanguage || localeOf(navigator.languages));
  const storage = createStorage({ session: () => page.sessionStorage, local: () => page.localStorage });
  const values = () => portal.getSnapshot().context;
  const answers = createAnswers();
  const hooks: ClientHooks = {
    language: () => values().locale,
    accessToken: () => values().session.person.accessToken,
    challengeKey: () => values().session.request.challengeKey || config.challengeKey,
    skewMs: () => config.skewMs,
    onChallenge: (token) => portal.send({ type: 'challenge.received', token }),
    onErrorPage: (reason) =>
      portal.send({ type: reason === 'challenge' ? 'challenge.failed' : 'page.refused' }),
    onAnswer: answers.report,
    onSessionExpired: () => portal.send({ type: 'session.expired' }),
  };
  // A test's clock that jumps also changes the calculated server time.
  const clocks = actorOptions.clock ? { elapsed: () => Date.now() } : {};
  const late = once(async () => (await importWithRetry(() => import('#src/app/late.ts'))).LATE);
  const client = lateClient(async () => (await late()).createClient(hooks, clocks));
  const { texts, loaders } = resumed?.texts ?? createTexts();
  const drafts = createDrafts(
    () => page.sessionStorage,
    () => location.pathname + location.search,
  );
  const loadedFlows = new Map(resumed?.flows);
  const requestCache = createRequestCache();
  const browser = {
    config,
    origin: location.origin,
    isOnline: navigator.onLine,
    passkeySupport: passkeySupportOf(page),
  };
  const portal: PortalRef = createActor(
    providedPortal({
      page,
      client,
      answers,
      config,
      texts: loaders,
      drafts,
      late,
      requestCache,
      nextPaint,
      now: Date.now,
      loadedFlows,
      portal: () => portal,
    }),
    {
      ...actorOptions,
      ...(resumed && {
        snapshot: resumed.snapshot(browser) as never,
      }),
      input: {
        ...browser,
        locale,
        session: storage.readSession(),
        storedPolicy: storage.readPolicy(),
        address: location.pathname + location.search,
        isInterrupted: isInsideSteps(page),
      },
    },
  );

  portal.subscribe(drafts.follow);
  storePortalValues(portal, storage, (language) => {
    document.cookie = languageCookie(language, location.protocol === 'https:');
  });
  const closeController = new AbortController();
  const { signal } = closeController;
  const summary = config.known?.summary;
  if (summary) {
    nextPaint(signal)
      .then(late)
      .then(({ confirmRequest }) => confirmRequest(portal, client, summary, requestCache, signal))
      .catch(() => undefined);
  }
  portal.start();
  resumed?.restoreTimers(portal, Date.now() + config.skewMs);

  page.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) location.reload();
    },
    { signal },
  );
  followBranding(document, portal);
  firstTexts(portal).then(
    () => {
      if (signal.aborted) return;
      const app = <App portal={portal} texts={texts} drafts={drafts} isServerPage={Boolean(resumed)} />;
      if (resumed) {
        setLateParts(resumed.late);
        resumed.rememberResumed();
      }
      const reactRoot = resumed ? resume(root, app) : mount(root, app, portal.getSnapshot(), drafts);
      // The address stays until now, because without scripts the browser posts the server's form to it.
      followScreens(portal);
      signal.addEventListener('abort', () => reactRoot.unmount());
      late().then(
        (parts) => {
          setLateParts(parts);
          parts.prepareLaterScreens(page, portal, loadedFlows, signal);
        },
        () => undefined,
      );
    },
    () => showStartFailure(root),
  );
  return {
    portal,
    close: () => {
      closeController.abort();
      portal.stop();
    },
  };
}
