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
import { COMPLETE_TITLE } from '#src/app/document-title.tsx';
import { NO_DRAFTS } from '#src/app/drafts.ts';
import type { FlowChunk } from '#src/app/flow-chunk.ts';
import { plainInitialData } from '#src/app/initial-data.ts';
import { LATE } from '#src/app/late.ts';
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
import { serverWindow } from '#src/ports/server-window.ts';
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

const ADDRESSES = { request: '/redirect', none: '/login' } as const;

/** The texts as the build has parsed them. */
const mergeTexts = (...parts: readonly unknown[]) => Object.assign({}, ...parts) as Messages;
const FIRST_TEXTS: Readonly<Record<MessageLanguage, Messages>> = { ko: mergeTexts(ko), en: mergeTexts(en) };
const ALL_TEXTS: Readonly<Record<MessageLanguage, Messages>> = {
  ko: mergeTexts(ko, koFlows, koErrors),
  en: mergeTexts(en, enFlows, enErrors),
};

/**
 * The markup of the ID entry as the portal draws it for somebody it does not know yet. The server puts it into the
 * page, so that the ID can be typed before a script has arrived.
 */
export const renderFirstScreen: RenderFirstScreen = ({ language, branding, initialData }) => {
  const plain = initialData && plainInitialData(initialData);
  const portal = createActor(portalMachine, {
    input: {
      config: {
        ...DEFAULT_RUNTIME_CONFIG,
        branding,
        known: plain,
        defaultClient: plain?.client.clientId ?? '',
      },
      locale: language,
      session: NEW_SESSION,
      storedPolicy: null,
      address: plain?.summary ? ADDRESSES.request : ADDRESSES.none,
      origin: '',
      isOnline: true,
      passkeySupport: 'supported',
    },
  });
  setLateParts(null);
  return renderToString(<App portal={portal} texts={new Map([[language, FIRST_TEXTS[language]]])} />);
};

/** The field of an ID. */
const ID_FIELD = 'username';

/**
 * A portal waits for the person after this many turns of the event loop without a call. Its own promises settle within
 * one turn; the second turn is for a call that the first has started.
 */
const QUIET_TURNS = 2;

/** Longest interval of a page that refreshes automatically, in seconds (rule 236). */
const MAX_REFRESH_SECONDS = 10;
const MIN_REFRESH_SECONDS = 3;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Loads the code of every flow, before a portal runs. */
async function loadFlows(): Promise<ReadonlyMap<LazyFlow, FlowChunk>> {
  const flows = Object.keys(LAZY_FLOWS) as LazyFlow[];
  return new Map(await Promise.all(flows.map(async (flow) => [flow, await loadFlow(flow)] as const)));
}

/** The answer of a call that the page of the next screen makes itself. */
const neverAnswered = () => new Promise<never>(() => undefined);

const silent = <Event extends EventObject>() => fromCallback<Event>(() => undefined);

/**
 * A page request contains the address, is online, and receives no messages of other tabs. The IP address of a device is
 * looked up by its own page.
 */
const WITHOUT_BROWSER = {
  actors: {
    history: historyMachine.provide({ actors: { addressBar: silent() } }),
    network: networkMachine.provide({ actors: { watchNetwork: silent() } }),
    lookUpIp: fromPromise<string>(neverAnswered),
    tabs: silent<TabMessage>(),
  },
};

/** Dependencies of the ports of a request. */
type RequestEffects = Pick<PortalEffects, 'page' | 'client' | 'requestCache' | 'now' | 'portal'> & {
  readonly answers: Answers;
  /** The service of the initial data, at the first look-up of it; null for a later one or another service. */
  readonly takeService: (clientId: string) => InitialData['client'] | null;
};

/** The effects of the page request for which the code runs, also in its later tasks. Null while machines are created. */
const requestEffects = new AsyncLocalStorage<RequestEffects | null>();

function currentEffects(): RequestEffects {
  const effects = requestEffects.getStore();
  if (!effects) throw new Error('No page request is answered here');
  return effects;
}

/** The window of the page request for which the code runs. */
const PAGE = new Proxy({} as PortalEffects['page'], {
  get(_, name) {
    const { page } = currentEffects();
    const value: unknown = Reflect.get(page, name);
    if (value === page) return PAGE;
    return typeof value === 'function' ? value.bind(page) : value;
  },
  has: (_, name) => name in currentEffects().page,
});

const resolveImmediately = async () => undefined;

/** Takes the service of the initial data, which are as new as an answer; fetches any other. */
const fetchUnknownClient: typeof fetchClientConfig = async (client, clientId, signal) => {
  const service = currentEffects().takeService(clientId);
  return service ? success(service.config) : fetchClientConfig(client, clientId, signal);
};

/** The portal machine of all page requests: creating one takes longer than running it. */
async function loadPortal() {
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
      page: PAGE,
      client: { call: (call) => currentEffects().client.call(call) },
      answers: { subscribe: (listener) => currentEffects().answers.subscribe(listener) },
      config: DEFAULT_RUNTIME_CONFIG,
      texts: { loadFirst: resolveImmediately, loadOthers: resolveImmediately },
      drafts: NO_DRAFTS,
      late: async () => ({ ...LATE, fetchClientConfig: fetchUnknownClient }),
      requestCache: {
        take: () => currentEffects().requestCache.take(),
        store: (answer) => currentEffects().requestCache.store(answer),
      },
      nextPaint: resolveImmediately,
      now: () => currentEffects().now(),
      loadedFlows: new Map(loadedFlows),
      portal: () => currentEffects().portal(),
    }).provide(WITHOUT_BROWSER),
  );
}

let loadingPortal: ReturnType<typeof loadPortal> | null = null;

/** The session values and the policy of a stored screen, for a portal that starts at another address. */
function storedValues(snapshot: unknown) {
  const context = isRecord(snapshot) && isRecord(snapshot['context']) ? snapshot['context'] : {};
  const session = sessionOf(context['session']);
  const { userId } = session.person;
  const { clientId } = session.request;
  return { session, storedPolicy: policyOf({ userId, clientId, policy: context['policy'] }) };
}

/** Characters that React escapes in texts. */
const ESCAPED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** The heading of a screen, if it is plain text. */
function headingIn(markup: string): string | null {
  const [, heading] = /<h1[^>]*>([^<]+)<\/h1>/.exec(markup) ?? [];
  return heading?.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (escaped) => ESCAPED[escaped] ?? '') ?? null;
}

/** The document title: the heading of the screen and the name of the portal (rule 36). */
function titleIn(
  snapshot: PortalSnapshot,
  messages: Messages,
  locale: MessageLanguage,
  heading: string | null,
): string {
  const { formatMessage } = createIntl({ locale, messages });
  const brand = snapshot.context.config.branding.name?.[locale] ?? formatMessage({ id: 'brand.name' });
  const id = titleKeyOf(snapshot);
  return COMPLETE_TITLE.test(id) ? formatMessage({ id }) : `${heading ?? formatMessage({ id })} · ${brand}`;
}

/** A page whose machines will soon change refreshes automatically. */
function refreshSecondsOf(timers: readonly Timer[], now: number): number | null {
  const soonest = Math.min(...timers.map(({ dueAt }) => dueAt)) - now;
  return soonest > MAX_REFRESH_SECONDS * 1000
    ? null
    : Math.max(MIN_REFRESH_SECONDS, Math.ceil(soonest / 1000));
}

/** A clock whose due timers fire when `fireDue` is called: between two page requests nothing runs. */
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

/** The part of the configuration that a stored screen contains: the initial data. */
type InitialConfig = Pick<RuntimeConfig, 'askedLanguage' | 'known' | 'login'>;

const initialConfigOf = ({ askedLanguage, known, login }: InitialConfig): InitialConfig => ({
  askedLanguage,
  known,
  login,
});

/** A persisted snapshot of the portal with another configuration. */
function withConfig(
  snapshot: unknown,
  configOf: (storedConfig: InitialConfig) => InitialConfig,
): Readonly<Record<string, unknown>> {
  const { context, ...others } = snapshot as { readonly context: { readonly config: InitialConfig } };
  return { ...others, context: { ...context, config: configOf(context.config) } };
}

/**
 * Runs the portal for a page request (rule 233). It resumes the stored screen of this address, else it starts as a page that
 * loads there. Then it sends the events of a posted form, and returns when the portal waits for the person.
 */
export const runPortal: RunPortal = async (request) => {
  loadingPortal ??= loadPortal();
  const machine = await loadingPortal;
  const { stored, form } = request;
  const isResumable =
    stored?.build === request.build && stored.address === request.address && stored.leftTo === null;
  const resumed = isResumable && (form === null || form.get(FORM_KEY_FIELD) === stored.key) ? stored : null;
  const usesStoredInitialData = resumed !== null && form !== null;
  const { serverTime, known, ...block } = await request.config(!usesStoredInitialData);
  const config: RuntimeConfig = {
    ...DEFAULT_RUNTIME_CONFIG,
    ...block,
    ipUrl: '',
    known: known && plainInitialData(known),
    skewMs: 0,
  };
  const { window: page, destination } = serverWindow(request.origin, request.address);
  const clock = createServerClock(request.now);
  const answers = createAnswers();
  const calls = new Set<Promise<PageCallAnswer>>();
  /** Whether calls that only read are left to the page that shows the next screen. */
  let skipsReads = false;
  const values = () => portal.getSnapshot().context;
  const client = createClient(
    {
      language: () => values().locale,
      accessToken: () => values().session.person.accessToken,
      challengeKey: () => values().session.request.challengeKey || config.challengeKey,
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
        if (skipsReads && !(IDEMPOTENCY_HEADER in call.headers)) return neverAnswered();
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
  let initialService =
    resumed === null && ['', request.language].includes(config.askedLanguage) ? config.known?.client : null;
  const effects: RequestEffects = {
    page,
    takeService(clientId) {
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
    for (let quietTurns = 0; quietTurns < QUIET_TURNS && destination() === null; quietTurns += 1) {
      clock.fireDue();
      await nextTurn();
      if (calls.size === 0) continue;
      await Promise.allSettled([Promise.race(calls)]);
      quietTurns = -1;
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
  // A form that submits the ID has passed it to its machine; a form of another button has not.
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
  // Another page request may have rendered a first screen meanwhile, which removes them.
  setLateParts(VIEW_PARTS);
  const markup = isRendered
    ? renderToString(<App portal={portal} texts={texts} drafts={drafts} isServerPage />)
    : '';
  const title = isRendered ? titleIn(snapshot, texts.get(language) ?? {}, language, headingIn(markup)) : '';
  // A portal that waits for the person has nothing to stop.
  if (calls.size > 0) portal.stop();
  const { colors } = shownBranding(snapshot.context);
  return { screen, language, title, markup, colors, refreshSeconds: refreshSecondsOf(timers, request.now()) };
};
