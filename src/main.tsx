import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { createActor, fromPromise, sendTo } from 'xstate';
import { chosenLanguage, languageCookie, localeOf, shownLanguage } from '#i18n/locale.ts';
import { idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { offlineMachine } from '#machines/offline/offline.machine.ts';
import { passwordMachine } from '#machines/password/password.machine.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import type { LazyFlow } from '#machines/portal/portal.types.ts';
import { redirectMachine } from '#machines/redirect/redirect.machine.ts';
import { serviceInfoMachine } from '#machines/service-info/service-info.machine.ts';
import { createClient } from '#src/api/client.ts';
import { fetchPublicIp } from '#src/api/public-ip.ts';
import { painted } from '#src/app/after-paint.ts';
import { App } from '#src/app/app.tsx';
import { applyBranding } from '#src/app/branding.ts';
import { keepDoubleClicksTogether } from '#src/app/double-clicks.ts';
import { flowViews } from '#src/app/flow-views.ts';
import { type FlowEffects, LAZY_FLOWS } from '#src/app/lazy-flows.ts';
import { loadTexts } from '#src/app/messages.ts';
import { mount } from '#src/app/mount.tsx';
import { project } from '#src/app/projections.ts';
import { readRuntimeConfig } from '#src/app/runtime-config.ts';
import { showStartFailure } from '#src/app/start-failure.ts';
import { createStorage } from '#src/app/storage.ts';
import { Texts } from '#src/app/texts.ts';
import { idEntryPorts } from '#src/ports/id-entry.ts';
import { offlinePorts } from '#src/ports/offline.ts';
import { passkeySupportOf } from '#src/ports/passkey-support.ts';
import { passwordPorts } from '#src/ports/password.ts';
import { checkPolicyPort } from '#src/ports/policy.ts';
import { redirectPorts } from '#src/ports/redirect.ts';
import { serviceInfoPorts } from '#src/ports/service-info.ts';
import { tabsPort } from '#src/ports/tabs.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root"');

/** Only `npm run dev` has it: the build leaves it out. */
const inspector =
  import.meta.env.MODE === 'development'
    ? await (await import('#src/app/inspector/inspector.ts')).attach(window)
    : null;

const given = readRuntimeConfig(document, Date.now());
const config = inspector ? inspector.configOf(given) : given;
const locale = chosenLanguage(document.cookie) ?? localeOf(navigator.languages);
const storage = createStorage({ session: () => sessionStorage, local: () => localStorage });
const values = () => portal.getSnapshot().context;

const client = createClient({
  language: () => values().locale,
  accessToken: () => values().session.person.accessToken,
  challengeKey: () => values().session.flow.challengeKey || config.challengeKey,
  skewMs: () => config.skewMs,
  challengeReceived: (token) => portal.send({ type: 'challenge.received', token }),
  pageRefused: () => portal.send({ type: 'page.refused' }),
  sessionExpired: () => portal.send({ type: 'session.expired' }),
});

const effects: FlowEffects = {
  page: window,
  client,
  portal: values,
  now: Date.now,
  keepPending: (pending) => portal.send({ type: 'pending.noted', pending }),
  flow: (flow) => portal.getSnapshot().children[flow],
};
const language = shownLanguage(locale);
const opening = loadTexts(language).then((messages) => new Texts({ language, messages }));
const provided = portalMachine.provide({
  actors: {
    redirect: redirectMachine.provide({ actors: redirectPorts(client, Date.now) }),
    'id-entry': idEntryMachine.provide({ actors: idEntryPorts(client, window) }),
    password: passwordMachine.provide({ actors: passwordPorts(client, values) }),
    offline: offlineMachine.provide({ actors: offlinePorts(window) }),
    'service-info': serviceInfoMachine.provide({
      actors: serviceInfoPorts(client, painted),
      actions: {
        tellClient: sendTo(
          () => portal,
          (_, { clientId, config }) =>
            config ? { type: 'client.learned', clientId, config } : { type: 'client.missed' },
        ),
      },
    }),
    tabs: tabsPort(window),
    checkPolicy: checkPolicyPort(client),
    lookUpIp: fromPromise(async ({ signal }) => {
      await painted(signal);
      return fetchPublicIp(config.ipUrl, { signal });
    }),
    load: fromPromise<void, { flow: LazyFlow }>(async ({ input: { flow } }) => {
      const [{ assemble }] = await Promise.all([
        LAZY_FLOWS[flow](),
        opening.then((texts) => texts.complete()),
      ]);
      const { machine, View } = assemble(effects);
      Object.assign(provided.implementations.actors, { [flow]: machine });
      flowViews.set(flow, View);
    }),
  },
});

const portal = createActor(provided, {
  input: {
    config,
    locale,
    session: storage.readSession(),
    keptPolicy: storage.readPolicy(),
    address: window.location.pathname + window.location.search,
    origin: window.location.origin,
    isOnline: navigator.onLine,
    passkeySupport: passkeySupportOf(window),
  },
  ...inspector?.options,
});

project(portal, storage, (language) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
  document.cookie = languageCookie(language, window.location.protocol === 'https:');
});
portal.start();
inspector?.show(portal);

window.addEventListener('pageshow', (event) => {
  if (event.persisted) window.location.reload();
});

keepDoubleClicksTogether(window);
applyBranding(document, config.branding);
opening.then(
  (texts) => mount(root, <App portal={portal} texts={texts} />, portal.getSnapshot()),
  () => showStartFailure(root),
);
