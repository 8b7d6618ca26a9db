import { type ActorOptions, createActor } from 'xstate';
import { chosenLanguage, languageCookie, localeOf } from '#i18n/locale.ts';
import type { PortalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { ClientHooks } from '#src/api/client-options.ts';
import { waitForPaint } from '#src/app/after-paint.ts';
import { App } from '#src/app/app.tsx';
import { createDrafts } from '#src/app/drafts.ts';
import { reportScreens } from '#src/app/history/report-screens.ts';
import { importWithRetry } from '#src/app/import-with-retry.ts';
import { waitForFirstTexts } from '#src/app/language/provided-language.ts';
import { createTexts } from '#src/app/language/texts.ts';
import { setLateParts } from '#src/app/late-parts.ts';
import { createStorage } from '#src/app/storage/storage.ts';
import { storePortalValues } from '#src/app/storage/store-portal-values.ts';
import { isInsideSteps } from '#src/ports/address-bar.ts';
import { createAnswers } from '#src/ports/idle.ts';
import { passkeySupportOf } from '#src/ports/passkey-support.ts';
import { createRequestCache } from '#src/ports/request-cache.ts';
import type { RuntimeConfig } from '#wire/runtime-config.ts';
import { applyBranding } from './branding.ts';
import { lateClient } from './late-client.ts';
import { mount, resume } from './mount.tsx';
import { once } from './once.ts';
import { providedPortal } from './provided-portal.ts';
import type { ResumableScreen } from './resumed.ts';
import { readRuntimeConfig } from './runtime-config.ts';
import { showStartFailure } from './start-failure.ts';

/** Options of {@link startPortal}. `clock` and `inspect` are options of XState's actor. */
export type StartOptions = Pick<ActorOptions<PortalMachine>, 'clock' | 'inspect'> & {
  /** Changes the configuration that the page contains. */
  readonly changeConfig?: (pageConfig: RuntimeConfig) => RuntimeConfig;
  /** The server-rendered screen that the page resumes; null or undefined if the portal starts at the address. */
  readonly resumed?: ResumableScreen | null;
};

/** A portal that runs on a page. */
export type StartedPortal = {
  readonly portal: PortalRef;
  /** Stops the portal and removes it from the page. */
  readonly close: () => void;
};

/**
 * Starts the portal in the element `root` of a page.
 * @throws {Error} if the page has no element `root`
 * @throws {SyntaxError} if the configuration in the page is not a JSON object
 */
export function startPortal(
  pageWindow: Window & typeof globalThis,
  { changeConfig = (pageConfig) => pageConfig, resumed, ...actorOptions }: StartOptions = {},
): StartedPortal {
  const { document, location, navigator } = pageWindow;
  const root = document.getElementById('root');
  if (!root) throw new Error('The root is missing');

  const config = changeConfig(readRuntimeConfig(document, Date.now()));
  const locale = chosenLanguage(document.cookie) ?? (config.askedLanguage || localeOf(navigator.languages));
  const storage = createStorage({
    session: () => pageWindow.sessionStorage,
    local: () => pageWindow.localStorage,
  });
  const portalContext = () => portal.getSnapshot().context;
  const answers = createAnswers();
  const hooks: ClientHooks = {
    language: () => portalContext().locale,
    accessToken: () => portalContext().session.person.accessToken,
    challengeKey: () => portalContext().session.request.challengeKey || config.challengeKey,
    skewMs: () => config.skewMs,
    onChallenge: (token) => portal.send({ type: 'challenge.received', token }),
    onErrorPage: (reason) =>
      portal.send({ type: reason === 'challenge' ? 'challenge.failed' : 'page.refused' }),
    onAnswer: answers.report,
    onSessionExpired: () => portal.send({ type: 'session.expired' }),
  };
  // The clock of a test or of the inspector can jump. The estimated server time then has to jump as well.
  const clocks = actorOptions.clock ? { elapsed: () => Date.now() } : {};
  const loadLateChunk = once(
    async () => (await importWithRetry(() => import('#src/app/late.ts'))).LATE_CHUNK,
  );
  const client = lateClient(async () => (await loadLateChunk()).createClient(hooks, clocks));
  const { texts, loaders } = resumed?.texts ?? createTexts();
  const drafts = createDrafts(
    () => pageWindow.sessionStorage,
    () => location.pathname + location.search,
  );
  const loadedFlows = new Map(resumed?.flows);
  const requestCache = createRequestCache();
  const browser = {
    config,
    origin: location.origin,
    isOnline: navigator.onLine,
    passkeySupport: passkeySupportOf(pageWindow),
  };
  const portal: PortalRef = createActor(
    providedPortal({
      pageWindow,
      client,
      answers,
      config,
      texts: loaders,
      drafts,
      loadLateChunk,
      requestCache,
      waitForPaint,
      now: Date.now,
      loadedFlows,
      portal: () => portal,
    }),
    {
      ...actorOptions,
      ...(resumed && {
        snapshot: resumed.snapshotFor(browser) as never,
      }),
      input: {
        ...browser,
        locale,
        session: storage.readSession(),
        storedPolicy: storage.readPolicy(),
        address: location.pathname + location.search,
        isInterrupted: isInsideSteps(pageWindow),
      },
    },
  );

  portal.subscribe(drafts.clearOutdated);
  storePortalValues(portal, storage, (language) => {
    document.cookie = languageCookie(language, location.protocol === 'https:');
  });
  const closeController = new AbortController();
  const { signal } = closeController;
  const initialSummary = config.known?.summary;
  if (initialSummary) {
    waitForPaint(signal)
      .then(loadLateChunk)
      .then(({ confirmRequest }) => confirmRequest(portal, client, initialSummary, requestCache, signal))
      .catch(() => undefined);
  }
  portal.start();
  resumed?.restoreTimers(portal, Date.now() + config.skewMs);

  // A page that the browser restores from its back-forward cache has an outdated state, so it is loaded again.
  pageWindow.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) location.reload();
    },
    { signal },
  );
  applyBranding(document, portal);
  waitForFirstTexts(portal).then(
    () => {
      if (signal.aborted) return;
      const app = <App portal={portal} texts={texts} drafts={drafts} isServerPage={Boolean(resumed)} />;
      if (resumed) {
        setLateParts(resumed.lateChunk);
        resumed.rememberResumed();
      }
      const reactRoot = resumed ? resume(root, app) : mount(root, app, portal.getSnapshot(), drafts);
      // The address must not change earlier: until now, the browser posts the forms of the server's markup to it.
      reportScreens(portal);
      signal.addEventListener('abort', () => reactRoot.unmount());
      loadLateChunk().then(
        (parts) => {
          setLateParts(parts);
          parts.prepareLaterScreens(pageWindow, portal, loadedFlows, signal);
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
