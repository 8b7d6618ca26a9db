import { AsyncLocalStorage } from 'node:async_hooks';
import { renderToString } from 'react-dom/server';
import { createIntl } from 'react-intl';
import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate';
import en from '#i18n/en.json';
import enErrors from '#i18n/errors.en.json';
import koErrors from '#i18n/errors.ko.json';
import enFlows from '#i18n/flows.en.json';
import koFlows from '#i18n/flows.ko.json';
import ko from '#i18n/ko.json';
import { shownLanguage } from '#i18n/locale.ts';
import { historyMachine } from '#machines/history/history.machine.ts';
import { networkMachine } from '#machines/network/network.machine.ts';
import { shownBranding } from '#machines/portal/branding.ts';
import { LAZY_FLOWS, type LazyFlow } from '#machines/portal/flows.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import {
  addressOf,
  type PortalRef,
  type PortalSnapshot,
  titleKeyOf,
} from '#machines/portal/portal.selectors.ts';
import type { TabMessage } from '#machines/portal/portal.types.ts';
import { success } from '#machines/shared/result.ts';
import { NEW_SESSION } from '#machines/shared/session.ts';
import { createClient } from '#src/api/client.ts';
import { fetchClientConfig } from '#src/api/summary.ts';
import { App } from '#src/app/app.tsx';
import { type PortalEffects, providedPortal } from '#src/app/boot/provided-portal.ts';
import { COMPLETE_TITLE_KEYS } from '#src/app/document-title.tsx';
import { NO_DRAFTS } from '#src/app/drafts.ts';
import type { FlowChunk } from '#src/app/flow-chunk.ts';
import { safeInitialData } from '#src/app/initial-data.ts';
import { LATE_CHUNK } from '#src/app/late.ts';
import { setLateParts } from '#src/app/late-parts.ts';
import { loadFlow } from '#src/app/lazy-flows.ts';
import type { MessageLanguage, Messages } from '#src/app/messages.ts';
import { isRecord } from '#src/app/storage/is-record.ts';
import { policyOf } from '#src/app/storage/policy-entry.ts';
import { sessionOf } from '#src/app/storage/session-entry.ts';
import { restoreTimers, timersOf } from '#src/app/timers.ts';
import { VIEW_PARTS } from '#src/app/view-parts.ts';
import { type Answers, createAnswers } from '#src/ports/idle.ts';
import { createRequestCache } from '#src/ports/request-cache.ts';
import { createServerWindow } from '#src/ports/server-window.ts';
import { postedEvents } from '#src/views/posted-events.ts';
import type { InitialData } from '#wire/initial-data.ts';
import { IDEMPOTENCY_HEADER } from '#wire/names.ts';
import { DEFAULT_RUNTIME_CONFIG, type RuntimeConfig } from '#wire/runtime-config.ts';
import {
  EVENT_FIELD,
  FORM_KEY_FIELD,
  type PageCallAnswer,
  type RenderFirstScreen,
  type RunPortal,
  type Timer,
} from '#wire/server-portal.ts';

/** The address at which the first screen starts: with a request of a service, and without it. */
const START_PATHS = { withRequest: '/redirect', withoutRequest: '/login' } as const;

/** Merges files of texts, which the build has parsed. */
const mergeTexts = (...parts: readonly unknown[]) => Object.assign({}, ...parts) as Messages;
const FIRST_TEXTS: Readonly<Record<MessageLanguage, Messages>> = { ko: mergeTexts(ko), en: mergeTexts(en) };
const ALL_TEXTS: Readonly<Record<MessageLanguage, Messages>> = {
  ko: mergeTexts(ko, koFlows, koErrors),
  en: mergeTexts(en, enFlows, enErrors),
};

/**
 * Renders the markup of the ID entry. The server puts it into the page, so that the person can type the ID before a
 * script has loaded.
 */
export const renderFirstScreen: RenderFirstScreen = ({ language, branding, initialData }) => {
  const safeData = initialData && safeInitialData(initialData);
  const portal = createActor(portalMachine, {
    input: {
      config: {
        ...DEFAULT_RUNTIME_CONFIG,
        branding,
        known: safeData,
        defaultClient: safeData?.client.clientId ?? '',
      },
      locale: language,
      session: NEW_SESSION,
      storedPolicy: null,
      address: safeData?.summary ? START_PATHS.withRequest : START_PATHS.withoutRequest,
      origin: '',
      isOnline: true,
      passkeySupport: 'supported',
    },
  });
  setLateParts(null);
  return renderToString(<App portal={portal} texts={new Map([[language, FIRST_TEXTS[language]]])} />);
};

/** The name of the ID field in the form of the ID entry. */
const ID_FIELD = 'username';

/**
 * When no call has been pending for this number of turns of the event loop, the portal can only go on when the person
 * acts. Promises of the portal settle within one turn; the second turn shows whether they have started a call.
 */
const TURNS_UNTIL_IDLE = 2;

/** Maximum interval at which a page refreshes automatically, in seconds (rule 236). */
const MAX_REFRESH_SECONDS = 10;
/** Minimum interval at which a page refreshes automatically, in seconds. */
const MIN_REFRESH_SECONDS = 3;

const MS_PER_SECOND = 1000;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Loads the code of every flow. */
async function loadFlows(): Promise<ReadonlyMap<LazyFlow, FlowChunk>> {
  const flows = Object.keys(LAZY_FLOWS) as LazyFlow[];
  return new Map(await Promise.all(flows.map(async (flow) => [flow, await loadFlow(flow)] as const)));
}

/** Returns a promise that never settles. */
const waitForever = () => new Promise<never>(() => undefined);

/** An actor that does nothing. */
const inactiveActor = <Event extends EventObject>() => fromCallback<Event>(() => undefined);

/**
 * Replacements of the actors that need a browser: on the server, the address does not change, the network is available,
 * and no messages of other tabs exist. The page looks up the IP address of the device when it runs.
 */
const ACTORS_WITHOUT_BROWSER = {
  actors: {
    history: historyMachine.provide({ actors: { addressBar: inactiveActor() } }),
    network: networkMachine.provide({ actors: { watchNetwork: inactiveActor() } }),
    lookUpIp: fromPromise<string>(waitForever),
    tabs: inactiveActor<TabMessage>(),
  },
};

/** Values and functions that the ports use during one page request. */
type RequestEffects = Pick<PortalEffects, 'pageWindow' | 'client' | 'requestCache' | 'now' | 'portal'> & {
  readonly answers: Answers;
  /**
   * Returns the service in the initial data if it has this client id. Only the first call can return it; later calls
   * and calls with another client id return null.
   */
  readonly takeInitialService: (clientId: string) => InitialData['client'] | null;
};

/** The effects of the page request that the running code belongs to. Null while machines are created. */
const requestEffects = new AsyncLocalStorage<RequestEffects | null>();

function currentEffects(): RequestEffects {
  const effects = requestEffects.getStore();
  if (!effects) throw new Error('An effect is used outside of a page request');
  return effects;
}

/** A window that passes each access on to the window of the page request that the running code belongs to. */
const REQUEST_WINDOW = new Proxy({} as PortalEffects['pageWindow'], {
  get(_, name) {
    const { pageWindow } = currentEffects();
    const value: unknown = Reflect.get(pageWindow, name);
    // A property such as `parent`, which is the window itself.
    if (value === pageWindow) return REQUEST_WINDOW;
    return typeof value === 'function' ? value.bind(pageWindow) : value;
  },
  has: (_, name) => name in currentEffects().pageWindow,
});

const resolveImmediately = async () => undefined;

/** Returns the settings of a service from the initial data if they contain the service, and otherwise fetches them. */
const initialOrFetchedConfig: typeof fetchClientConfig = async (client, clientId, signal) => {
  const service = currentEffects().takeInitialService(clientId);
  return service ? success(service.config) : fetchClientConfig(client, clientId, signal);
};

/**
 * Creates the portal machine. All page requests use the same machine, because creating a machine takes longer than
 * running it for a request.
 */
async function createPortalMachine() {
  const flows = await loadFlows();
  const loadedFlows = [...flows].map(
    ([flow, { assemble }]) =>
      [flow, { assemble: (effects) => requestEffects.run(null, () => assemble(effects)) }] as [
        LazyFlow,
        FlowChunk,
      ],
  );
  return requestEffects.run(null, () =>
    providedPortal({
      pageWindow: REQUEST_WINDOW,
      client: { call: (call) => currentEffects().client.call(call) },
      answers: { subscribe: (listener) => currentEffects().answers.subscribe(listener) },
      config: DEFAULT_RUNTIME_CONFIG,
      texts: { loadFirst: resolveImmediately, loadOthers: resolveImmediately },
      drafts: NO_DRAFTS,
      loadLateChunk: async () => ({ ...LATE_CHUNK, fetchClientConfig: initialOrFetchedConfig }),
      requestCache: {
        take: () => currentEffects().requestCache.take(),
        store: (answer) => currentEffects().requestCache.store(answer),
      },
      waitForPaint: resolveImmediately,
      now: () => currentEffects().now(),
      loadedFlows: new Map(loadedFlows),
      portal: () => currentEffects().portal(),
    }).provide(ACTORS_WITHOUT_BROWSER),
  );
}

let portalMachinePromise: ReturnType<typeof createPortalMachine> | null = null;

/**
 * The session values and the policy in the snapshot of a stored screen, for a portal that starts at another address.
 */
function storedValues(snapshot: unknown) {
  const context = isRecord(snapshot) && isRecord(snapshot['context']) ? snapshot['context'] : {};
  const session = sessionOf(context['session']);
  const { userId } = session.person;
  const { clientId } = session.request;
  return { session, storedPolicy: policyOf({ userId, clientId, policy: context['policy'] }) };
}

/** The characters that React escapes in texts, by their escape sequence. */
const ESCAPED_CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

const ESCAPE_SEQUENCE = /&(?:amp|lt|gt|quot|#x27);/g;

/** A heading that contains no elements. */
const TEXT_HEADING = /<h1[^>]*>([^<]+)<\/h1>/;

/** The heading in the markup of a screen. Null if the heading contains elements, or does not exist. */
function headingIn(markup: string): string | null {
  const [, heading] = TEXT_HEADING.exec(markup) ?? [];
  return heading?.replaceAll(ESCAPE_SEQUENCE, (escaped) => ESCAPED_CHARACTERS[escaped] ?? '') ?? null;
}

/** The document title of a screen: its heading, followed by the name of the portal (rule 36). */
function documentTitleOf(
  snapshot: PortalSnapshot,
  messages: Messages,
  locale: MessageLanguage,
  heading: string | null,
): string {
  const { formatMessage } = createIntl({ locale, messages });
  const brand = snapshot.context.config.branding.name?.[locale] ?? formatMessage({ id: 'brand.name' });
  const id = titleKeyOf(snapshot);
  return COMPLETE_TITLE_KEYS.test(id)
    ? formatMessage({ id })
    : `${heading ?? formatMessage({ id })} · ${brand}`;
}

/**
 * The seconds after which the page reloads, so that it shows the state after the next delayed event. Null if no delayed
 * event is due soon.
 */
function refreshSecondsOf(timers: readonly Timer[], now: number): number | null {
  const msUntilNext = Math.min(...timers.map(({ dueAt }) => dueAt)) - now;
  return msUntilNext > MAX_REFRESH_SECONDS * MS_PER_SECOND
    ? null
    : Math.max(MIN_REFRESH_SECONDS, Math.ceil(msUntilNext / MS_PER_SECOND));
}

/** Creates a clock whose timers fire only when `fireDue` is called, because nothing runs between two page requests. */
function createServerClock(now: () => number) {
  const timers = new Map<number, { readonly dueAt: number; readonly fire: () => void }>();
  let lastId = 0;
  return {
    setTimeout(fire: () => void, ms: number) {
      lastId += 1;
      timers.set(lastId, { dueAt: now() + ms, fire });
      return lastId;
    },
    clearTimeout(id: number) {
      timers.delete(id);
    },
    fireDue() {
      for (const [id, { dueAt, fire }] of timers) {
        if (dueAt > now()) continue;
        timers.delete(id);
        fire();
      }
    },
  };
}

/** The part of the configuration that a stored screen contains: the values that depend on the request and the login. */
type InitialConfig = Pick<RuntimeConfig, 'askedLanguage' | 'known' | 'login'>;

const initialConfigOf = ({ askedLanguage, known, login }: InitialConfig): InitialConfig => ({
  askedLanguage,
  known,
  login,
});

/** A persisted snapshot of the portal in which `changeConfig` has replaced the configuration. */
function withConfig(
  snapshot: unknown,
  changeConfig: (storedConfig: InitialConfig) => InitialConfig,
): Readonly<Record<string, unknown>> {
  const { context, ...others } = snapshot as { readonly context: { readonly config: InitialConfig } };
  return { ...others, context: { ...context, config: changeConfig(context.config) } };
}

/**
 * Runs the portal for a page request (rule 233). Resumes the stored screen if it belongs to the requested address, and
 * otherwise starts the portal at that address. Sends the events of a posted form, and returns when the portal waits for
 * the person.
 */
export const runPortal: RunPortal = async (request) => {
  portalMachinePromise ??= createPortalMachine();
  const machine = await portalMachinePromise;
  const { stored, form } = request;
  const isResumable =
    stored?.build === request.build && stored.address === request.address && stored.leftTo === null;
  const resumed = isResumable && (form === null || form.get(FORM_KEY_FIELD) === stored.key) ? stored : null;
  const usesStoredInitialData = resumed !== null && form !== null;
  const { serverTime, known: initialData, ...configBlock } = await request.config(!usesStoredInitialData);
  const config: RuntimeConfig = {
    ...DEFAULT_RUNTIME_CONFIG,
    ...configBlock,
    ipUrl: '',
    known: initialData && safeInitialData(initialData),
    skewMs: 0,
  };
  const { window: pageWindow, destination } = createServerWindow(request.origin, request.address);
  const clock = createServerClock(request.now);
  const answers = createAnswers();
  const calls = new Set<Promise<PageCallAnswer>>();
  /** Whether calls that only read stay unanswered, because the page request that renders the screen will make them. */
  let skipsReads = false;
  const portalContext = () => portal.getSnapshot().context;
  const client = createClient(
    {
      language: () => portalContext().locale,
      accessToken: () => portalContext().session.person.accessToken,
      challengeKey: () => portalContext().session.request.challengeKey || config.challengeKey,
      skewMs: () => 0,
      onChallenge: (token) => portal.send({ type: 'challenge.received', token }),
      onErrorPage: (reason) =>
        portal.send({ type: reason === 'challenge' ? 'challenge.failed' : 'page.refused' }),
      onAnswer: answers.report,
      onSessionExpired: () => portal.send({ type: 'session.expired' }),
    },
    {
      now: request.now,
      elapsed: request.now,
      async send(call) {
        if (skipsReads && !(IDEMPOTENCY_HEADER in call.headers)) return waitForever();
        const answer = request.send(call);
        calls.add(answer);
        try {
          return await answer;
        } finally {
          calls.delete(answer);
        }
      },
    },
  );
  // The initial data contain the texts of the service in the language that the service requests. If the page has a
  // different language, the portal fetches the service.
  const hasInitialService = resumed === null && ['', request.language].includes(config.askedLanguage);
  let initialService = hasInitialService ? config.known?.client : null;
  const effects: RequestEffects = {
    pageWindow,
    takeInitialService(clientId) {
      const matching = initialService?.clientId === clientId ? initialService : null;
      initialService = null;
      return matching;
    },
    client,
    answers,
    requestCache: createRequestCache(),
    now: request.now,
    portal: () => portal,
  };
  const portal: PortalRef = createActor(machine, {
    clock,
    ...(resumed && {
      snapshot: withConfig(resumed.snapshot, (storedConfig) => ({
        ...config,
        ...(usesStoredInitialData && storedConfig),
      })) as never,
    }),
    input: {
      config,
      locale: request.language,
      ...storedValues(stored?.snapshot),
      address: request.address,
      origin: request.origin,
      isOnline: true,
      passkeySupport: 'supported',
    },
  });

  async function waitUntilIdle(): Promise<void> {
    let turnsWithoutCall = 0;
    while (turnsWithoutCall < TURNS_UNTIL_IDLE && destination() === null) {
      clock.fireDue();
      await nextTurn();
      turnsWithoutCall += 1;
      if (calls.size === 0) continue;
      await Promise.allSettled([Promise.race(calls)]);
      turnsWithoutCall = 0;
    }
  }

  async function run(): Promise<void> {
    portal.start();
    if (resumed) restoreTimers(portal, resumed.timers, request.now());
    await waitUntilIdle();
    if (!form) return;
    skipsReads = !request.rendersScreen;
    for (const { actor, event } of postedEvents(portal, form)) actor.send(event);
    await waitUntilIdle();
  }

  await requestEffects.run(effects, run);
  const snapshot = portal.getSnapshot();
  // The form of the ID entry has sent the ID to the portal. A form posted by another button only contains the typed ID.
  const unsentId = form?.has(EVENT_FIELD) ? form.get(ID_FIELD) : null;
  const typedId = form ? (unsentId ?? '') : (resumed?.typedId ?? '');
  const drafts = { ...NO_DRAFTS, typedIdFor: () => typedId || null };
  const language = shownLanguage(snapshot.context.locale);
  const texts = new Map([[language, ALL_TEXTS[language]]]);
  const timers = timersOf(portal, request.now());
  const screen = {
    key: form === null && resumed ? resumed.key : request.newKey(),
    postedForm: resumed?.postedForm ?? '',
    build: request.build,
    address: addressOf(snapshot) ?? request.address,
    snapshot: withConfig(portal.getPersistedSnapshot(), initialConfigOf),
    timers,
    leftTo: destination(),
    typedId,
  };
  const isRendered = request.rendersScreen && screen.leftTo === null;
  // `renderFirstScreen` removes the late parts, and may have run for another page request in the meantime.
  setLateParts(VIEW_PARTS);
  const markup = isRendered
    ? renderToString(<App portal={portal} texts={texts} drafts={drafts} isServerPage />)
    : '';
  const title = isRendered
    ? documentTitleOf(snapshot, texts.get(language) ?? {}, language, headingIn(markup))
    : '';
  // Without pending calls, nothing of the portal runs that would have to be stopped.
  if (calls.size > 0) portal.stop();
  const { colors } = shownBranding(snapshot.context);
  return { screen, language, title, markup, colors, refreshSeconds: refreshSecondsOf(timers, request.now()) };
};
