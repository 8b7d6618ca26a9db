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
  titleOf,
} from '#machines/portal/portal.selectors.ts';
import type { TabMessage } from '#machines/portal/portal.types.ts';
import { success } from '#machines/shared/result.ts';
import { NEW_SESSION } from '#machines/shared/session.ts';
import { createClient } from '#src/api/client.ts';
import { fetchClientConfig } from '#src/api/summary.ts';
import { App } from '#src/app/app.tsx';
import { type PortalEffects, providedPortal } from '#src/app/boot/provided-portal.ts';
import { WHOLE_TITLE } from '#src/app/document-title.tsx';
import { NO_DRAFTS } from '#src/app/drafts.ts';
import type { FlowChunk } from '#src/app/flow-chunk.ts';
import { plainInitialData } from '#src/app/initial-data.ts';
import { LATE } from '#src/app/late.ts';
import { putLateParts } from '#src/app/late-parts.ts';
import { loadFlow } from '#src/app/lazy-flows.ts';
import type { MessageLanguage, Messages } from '#src/app/messages.ts';
import { isRecord } from '#src/app/storage/is-record.ts';
import { policyOf } from '#src/app/storage/policy-entry.ts';
import { sessionOf } from '#src/app/storage/session-entry.ts';
import { restoreTimers, timersOf } from '#src/app/timers.ts';
import { VIEW_PARTS } from '#src/app/view-parts.ts';
import { type Answers, createAnswers } from '#src/ports/idle.ts';
import { createRequestCache } from '#src/ports/request-cache.ts';
import { serverPage } from '#src/ports/server-page.ts';
import { postedEvents } from '#src/views/posted-events.ts';
import type { InitialData } from '#wire/initial-data.ts';
import { IDEMPOTENCY_HEADER } from '#wire/names.ts';
import { DEFAULT_RUNTIME_CONFIG, type RuntimeConfig } from '#wire/runtime-config.ts';
import {
  EVENT_FIELD,
  FORM_KEY_FIELD,
  type RenderFirstScreen,
  type SentAnswer,
  type Timer,
  type VisitPortal,
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
export const renderFirstScreen: RenderFirstScreen = ({ language, branding, known }) => {
  const plain = known && plainInitialData(known);
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
  putLateParts(null);
  return renderToString(<App portal={portal} texts={new Map([[language, FIRST_TEXTS[language]]])} />);
};

/** The field of an ID. */
const ID_FIELD = 'username';

/**
 * Turns of the event loop without a call after which a portal waits for the person. Its own promises settle within one
 * turn; the second is for a call that the first has begun.
 */
const QUIET_TURNS = 2;

/** Longest interval of a page that refreshes automatically, in seconds (rule 236). */
const MAX_REFRESH_SECONDS = 10;
const MIN_REFRESH_SECONDS = 3;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The code of every flow, which is there before a portal runs: nothing arrives late on a server. */
async function loadFlows(): Promise<ReadonlyMap<LazyFlow, FlowChunk>> {
  const flows = Object.keys(LAZY_FLOWS) as LazyFlow[];
  return new Map(await Promise.all(flows.map(async (flow) => [flow, await loadFlow(flow)] as const)));
}

/** What is asked when the stored screen is resumed. */
const unanswered = () => new Promise<never>(() => undefined);

const silent = <Event extends EventObject>() => fromCallback<Event>(() => undefined);

/**
 * A visit carries the address itself, is online, and hears nothing from other tabs. The IP address of a device is looked
 * up by its own page.
 */
const WITHOUT_BROWSER = {
  actors: {
    history: historyMachine.provide({ actors: { addressBar: silent() } }),
    network: networkMachine.provide({ actors: { watchNetwork: silent() } }),
    lookUpIp: fromPromise<string>(unanswered),
    tabs: silent<TabMessage>(),
  },
};

/** Dependencies of the ports of a visit. */
type VisitEffects = Pick<PortalEffects, 'page' | 'client' | 'request' | 'now' | 'portal'> & {
  readonly answers: Answers;
  /** Takes the service of the initial data, for the first look-up of it; null for another one. */
  readonly takeService: (clientId: string) => InitialData['client'] | null;
};

/** The visit that runs: what goes on after it is still its own. Null while machines are made. */
const visits = new AsyncLocalStorage<VisitEffects | null>();

function currentEffects(): VisitEffects {
  const effects = visits.getStore();
  if (!effects) throw new Error('No visit runs here');
  return effects;
}

/** The window of the visit that asks. */
const PAGE = new Proxy({} as PortalEffects['page'], {
  get(_, name) {
    const { page } = currentEffects();
    const value: unknown = Reflect.get(page, name);
    if (value === page) return PAGE;
    return typeof value === 'function' ? value.bind(page) : value;
  },
  has: (_, name) => name in currentEffects().page,
});

const resolveAtOnce = async () => undefined;

/** The initial data of a visit are as new as an answer. */
const fetchUnknownClient: typeof fetchClientConfig = async (client, clientId, signal) => {
  const service = currentEffects().takeService(clientId);
  return service ? success(service.config) : fetchClientConfig(client, clientId, signal);
};

/** The portal machine of all visits: to make one takes longer than to run it. */
async function loadPortal() {
  const flows = await loadFlows();
  const ready = [...flows].map(
    ([flow, { assemble }]) =>
      [flow, { assemble: (effects) => visits.run(null, () => assemble(effects)) }] as [LazyFlow, FlowChunk],
  );
  return visits.run(null, () =>
    providedPortal({
      page: PAGE,
      client: { call: (call) => currentEffects().client.call(call) },
      answers: { subscribe: (listener) => currentEffects().answers.subscribe(listener) },
      config: DEFAULT_RUNTIME_CONFIG,
      texts: { loadFirst: resolveAtOnce, loadOthers: resolveAtOnce },
      drafts: NO_DRAFTS,
      late: async () => ({ ...LATE, fetchClientConfig: fetchUnknownClient }),
      request: {
        take: () => currentEffects().request.take(),
        keep: (answer) => currentEffects().request.keep(answer),
      },
      nextPaint: resolveAtOnce,
      now: () => currentEffects().now(),
      loadedFlows: new Map(ready),
      portal: () => currentEffects().portal(),
    }).provide(WITHOUT_BROWSER),
  );
}

let loading: ReturnType<typeof loadPortal> | null = null;

/** The values of the session that a stored screen holds, and the policy, for a portal that starts at another address. */
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

/** The title of the document: the screen's, and whose it is (rule 36). */
function titleIn(
  snapshot: PortalSnapshot,
  messages: Messages,
  locale: MessageLanguage,
  heading: string | null,
): string {
  const { formatMessage } = createIntl({ locale, messages });
  const brand = snapshot.context.config.branding.name?.[locale] ?? formatMessage({ id: 'brand.name' });
  const id = titleOf(snapshot);
  return WHOLE_TITLE.test(id) ? formatMessage({ id }) : `${heading ?? formatMessage({ id })} · ${brand}`;
}

/** A page whose machines will soon change refreshes automatically. */
function refreshSecondsOf(timers: readonly Timer[], now: number): number | null {
  const soonest = Math.min(...timers.map(({ dueAt }) => dueAt)) - now;
  return soonest > MAX_REFRESH_SECONDS * 1000
    ? null
    : Math.max(MIN_REFRESH_SECONDS, Math.ceil(soonest / 1000));
}

/** A clock whose timers fire when they are asked to: between two visits nothing runs. */
function createServerClock(now: () => number) {
  const waiting = new Map<number, { readonly dueAt: number; readonly fire: () => void }>();
  let ids = 0;
  return {
    setTimeout(fire: () => void, ms: number) {
      ids += 1;
      waiting.set(ids, { dueAt: now() + ms, fire });
      return ids;
    },
    clearTimeout(id: number) {
      waiting.delete(id);
    },
    fireDue() {
      for (const [id, { dueAt, fire }] of waiting) {
        if (dueAt > now()) continue;
        waiting.delete(id);
        fire();
      }
    },
  };
}

/** The part of the configuration that a screen keeps: the initial data. */
type InitialConfig = Pick<RuntimeConfig, 'askedLanguage' | 'known' | 'login'>;

const initialConfigOf = ({ askedLanguage, known, login }: InitialConfig): InitialConfig => ({
  askedLanguage,
  known,
  login,
});

/** A persisted snapshot of the portal with another configuration. */
function withConfig(
  snapshot: unknown,
  configOf: (own: InitialConfig) => InitialConfig,
): Readonly<Record<string, unknown>> {
  const { context, ...others } = snapshot as { readonly context: { readonly config: InitialConfig } };
  return { ...others, context: { ...context, config: configOf(context.config) } };
}

/**
 * Runs the portal for a visit (rule 233): from the screen that the session stores where it is the one of the
 * address, else as a page that loads there. The events of a posted form follow; it ends where it waits for the person.
 */
export const visitPortal: VisitPortal = async (visit) => {
  loading ??= loadPortal();
  const machine = await loading;
  const { stored, form } = visit;
  const isHere = stored?.build === visit.build && stored.address === visit.address && stored.leftTo === null;
  const resumed = isHere && (form === null || form.get(FORM_KEY_FIELD) === stored.key) ? stored : null;
  const keepsInitialData = resumed !== null && form !== null;
  const { serverTime, known, ...given } = await visit.config(!keepsInitialData);
  const config: RuntimeConfig = {
    ...DEFAULT_RUNTIME_CONFIG,
    ...given,
    ipUrl: '',
    known: known && plainInitialData(known),
    skewMs: 0,
  };
  const { page, destination } = serverPage(visit.origin, visit.address);
  const clock = createServerClock(visit.now);
  const answers = createAnswers();
  const calls = new Set<Promise<SentAnswer>>();
  /** The page that shows the next screen reads what that needs. */
  let leavesReads = false;
  const values = () => portal.getSnapshot().context;
  const client = createClient(
    {
      language: () => values().locale,
      accessToken: () => values().session.person.accessToken,
      challengeKey: () => values().session.request.challengeKey || config.challengeKey,
      skewMs: () => 0,
      onChallenge: (token) => portal.send({ type: 'challenge.received', token }),
      onErrorPage: (why) => portal.send({ type: why === 'seal' ? 'seal.broken' : 'page.refused' }),
      onAnswer: answers.report,
      onSessionExpired: () => portal.send({ type: 'session.expired' }),
    },
    {
      now: visit.now,
      elapsed: visit.now,
      async send(call) {
        if (leavesReads && !(IDEMPOTENCY_HEADER in call.headers)) return unanswered();
        const answer = visit.send(call);
        calls.add(answer);
        try {
          return await answer;
        } finally {
          calls.delete(answer);
        }
      },
    },
  );
  let service =
    resumed === null && ['', visit.language].includes(config.askedLanguage) ? config.known?.client : null;
  const effects: VisitEffects = {
    page,
    takeService(clientId) {
      const taken = service?.clientId === clientId ? service : null;
      service = null;
      return taken;
    },
    client,
    answers,
    request: createRequestCache(),
    now: visit.now,
    portal: () => portal,
  };
  const portal: PortalRef = createActor(machine, {
    clock,
    ...(resumed && {
      snapshot: withConfig(resumed.snapshot, (own) => ({
        ...config,
        ...(keepsInitialData && own),
      })) as never,
    }),
    input: {
      config,
      locale: visit.language,
      ...storedValues(stored?.snapshot),
      address: visit.address,
      origin: visit.origin,
      isOnline: true,
      passkeySupport: 'supported',
    },
  });

  async function waitUntilIdle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS && destination() === null; quiet += 1) {
      clock.fireDue();
      await nextTurn();
      if (calls.size === 0) continue;
      await Promise.allSettled([Promise.race(calls)]);
      quiet = -1;
    }
  }

  async function run(): Promise<void> {
    portal.start();
    if (resumed) restoreTimers(portal, resumed.timers, visit.now());
    await waitUntilIdle();
    if (!form) return;
    leavesReads = !visit.isShown;
    for (const { actor, event } of postedEvents(portal, form)) actor.send(event);
    await waitUntilIdle();
  }

  await visits.run(effects, run);
  const snapshot = portal.getSnapshot();
  // A form that sent the ID has passed it to its machine.
  const posted = form?.has(EVENT_FIELD) ? form.get(ID_FIELD) : null;
  const typedId = form ? (posted ?? '') : (resumed?.typedId ?? '');
  const drafts = { ...NO_DRAFTS, typedFor: () => typedId || null };
  const language = shownLanguage(snapshot.context.locale);
  const texts = new Map([[language, ALL_TEXTS[language]]]);
  const timers = timersOf(portal, visit.now());
  const screen = {
    key: form === null && resumed ? resumed.key : visit.newKey(),
    postedForm: resumed?.postedForm ?? '',
    build: visit.build,
    address: addressOf(snapshot) ?? visit.address,
    snapshot: withConfig(portal.getPersistedSnapshot(), initialConfigOf),
    timers,
    leftTo: destination(),
    typedId,
  };
  const isDrawn = visit.isShown && screen.leftTo === null;
  // Another visit may have rendered a first screen since, which has none of them.
  putLateParts(VIEW_PARTS);
  const markup = isDrawn
    ? renderToString(<App portal={portal} texts={texts} drafts={drafts} isServerPage />)
    : '';
  const title = isDrawn ? titleIn(snapshot, texts.get(language) ?? {}, language, headingIn(markup)) : '';
  // A portal that waits for the person has nothing to stop.
  if (calls.size > 0) portal.stop();
  const { colors } = shownBranding(snapshot.context);
  return { screen, language, title, markup, colors, refreshSeconds: refreshSecondsOf(timers, visit.now()) };
};
