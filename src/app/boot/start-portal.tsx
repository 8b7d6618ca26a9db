import { type ActorOptions, createActor, waitFor } from 'xstate';
import { chosenLanguage, languageCookie, localeOf } from '#i18n/locale.ts';
import type { PortalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { ClientHooks } from '#src/api/client.ts';
import { App } from '#src/app/app.tsx';
import { arrivalOf } from '#src/app/arrival.ts';
import { createDrafts } from '#src/app/drafts.ts';
import { followScreens } from '#src/app/history/follow-screens.ts';
import { firstTexts } from '#src/app/language/provided-language.ts';
import { createTexts } from '#src/app/language/texts.ts';
import { loadFlow } from '#src/app/lazy-flows.ts';
import { project } from '#src/app/storage/projections.ts';
import { createStorage } from '#src/app/storage/storage.ts';
import { standsInSteps } from '#src/ports/address-bar.ts';
import { knownRequest } from '#src/ports/known-request.ts';
import { passkeySupportOf } from '#src/ports/passkey-support.ts';
import type { RuntimeConfig } from '#wire/runtime-config.ts';
import { applyBranding } from './branding.ts';
import { confirmRequest } from './confirm-request.ts';
import { keepsCookies } from './cookies.ts';
import { keepDoubleClicksTogether } from './double-clicks.ts';
import { browserIdle, fetchAhead } from './fetch-ahead.ts';
import { lateClient } from './late-client.ts';
import { mount } from './mount.tsx';
import { providedPortal } from './provided-portal.ts';
import { readRuntimeConfig } from './runtime-config.ts';
import { showStartFailure } from './start-failure.ts';

export type StartOptions = Pick<ActorOptions<PortalMachine>, 'clock' | 'inspect'> & {
  /** What the portal goes by in place of the page's configuration. */
  readonly configOf?: (given: RuntimeConfig) => RuntimeConfig;
};

/** A portal on a page. */
export type StartedPortal = {
  readonly portal: PortalRef;
  /** Ends it, as closing the tab does. */
  readonly close: () => void;
};

/**
 * Starts the portal in the element `root` of a page.
 * @throws Error when the page has no such element, SyntaxError for a configuration that is none
 */
export function startPortal(
  page: Window & typeof globalThis,
  { configOf = (given) => given, ...watching }: StartOptions = {},
): StartedPortal {
  const { document, location, navigator } = page;
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element "root"');

  const config = configOf(readRuntimeConfig(document, Date.now()));
  const locale = chosenLanguage(document.cookie) ?? (config.askedLanguage || localeOf(navigator.languages));
  const storage = createStorage({ session: () => page.sessionStorage, local: () => page.localStorage });
  const values = () => portal.getSnapshot().context;
  const hooks: ClientHooks = {
    language: () => values().locale,
    accessToken: () => values().session.person.accessToken,
    challengeKey: () => values().session.flow.challengeKey || config.challengeKey,
    skewMs: () => config.skewMs,
    challengeReceived: (token) => portal.send({ type: 'challenge.received', token }),
    pageRefused: (why) => portal.send({ type: why === 'seal' ? 'seal.broken' : 'page.refused' }),
    sessionExpired: () => portal.send({ type: 'session.expired' }),
  };
  // A clock that jumps takes what the page reckons along.
  const clocks = watching.clock ? { steady: () => Date.now() } : {};
  const client = lateClient(async () => {
    const { createClient } = await arrivalOf(() => import('#src/api/client.ts'));
    return createClient(hooks, clocks);
  });
  const { texts, loaders } = createTexts();
  const drafts = createDrafts(
    () => page.sessionStorage,
    () => location.pathname + location.search,
  );
  const { known } = config;
  const request = knownRequest(known?.summary ?? null);
  const portal: PortalRef = createActor(
    providedPortal({ page, client, config, texts: loaders, drafts, request, portal: () => portal }),
    {
      ...watching,
      input: {
        config,
        locale,
        session: storage.readSession(),
        keptPolicy: storage.readPolicy(),
        address: location.pathname + location.search,
        origin: location.origin,
        isOnline: navigator.onLine,
        passkeySupport: passkeySupportOf(page),
        isInterrupted: standsInSteps(page),
      },
    },
  );

  portal.subscribe(drafts.follow);
  project(portal, storage, (chosen) => {
    document.cookie = languageCookie(chosen, location.protocol === 'https:');
  });
  portal.start();
  followScreens(portal);

  const closing = new AbortController();
  page.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) location.reload();
    },
    { signal: closing.signal },
  );
  keepDoubleClicksTogether(page, closing.signal);
  applyBranding(document, config.branding);
  if (known?.summary) {
    confirmRequest(portal, client, request, closing.signal).catch(() => undefined);
  }
  const hasCookies = keepsCookies(page);
  // What the page has been told leads to the screen that stands in it.
  const isBegun = known?.summary ? waitFor(portal, (snapshot) => !snapshot.matches('redirect')) : null;
  Promise.all([firstTexts(portal), isBegun]).then(
    () => {
      if (closing.signal.aborted) return;
      const app = <App portal={portal} texts={texts} hasCookies={hasCookies} drafts={drafts} />;
      const drawn = mount(root, app, portal.getSnapshot());
      closing.signal.addEventListener('abort', () => drawn.unmount());
      fetchAhead({ load: loadFlow, idle: () => browserIdle(page), signal: closing.signal });
    },
    () => showStartFailure(root),
  );
  return {
    portal,
    close: () => {
      closing.abort();
      portal.stop();
    },
  };
}
