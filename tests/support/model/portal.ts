import {
  type ActorRefFrom,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type EventFromLogic,
  type InspectionEvent,
  type PromiseActorLogic,
  type StateValue,
  sendTo,
} from 'xstate';
import { authSummary, clientConfig, loginResult, PORTAL, policy, SERVICE } from '#cases/samples.ts';
import type { SessionUse } from '#machines/idle/idle.machine.ts';
import { type NetworkEvent, networkMachine } from '#machines/network/network.machine.ts';
import { BACKGROUND_FLOWS, FIRST_FLOWS, LAZY_FLOWS, type LazyFlow } from '#machines/portal/flows.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import { addressOf } from '#machines/portal/portal.selectors.ts';
import type { PortalEvent, PortalInput, TabMessage } from '#machines/portal/portal.types.ts';
import type { AuthSummary, ClientConfig, LoginResult } from '#machines/shared/domain.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { success } from '#machines/shared/result.ts';
import { NEW_SESSION, type Pending, type Session } from '#machines/shared/session.ts';
import { providedHistory } from '#src/app/history/provided-history.ts';
import { reportScreens } from '#src/app/history/report-screens.ts';
import { providedLanguage } from '#src/app/language/provided-language.ts';
import { storePendingCode, storePendingPush } from '#src/app/pending.ts';
import { MACHINES } from '#tests/support/machines.ts';
import {
  forgetCalls,
  type ScriptedPorts,
  script,
  scriptedSource,
  scriptedTabs,
  settle,
} from '#tests/support/ports.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import { createPool } from './pool.ts';
import { createRecorder } from './recorder.ts';
import { run } from './start.ts';

export const SERVICES = [
  { name: { ko: '데모 서비스', en: 'Demo Service' }, url: 'https://service.example/login' },
];

/** The input of the portal, as at its start by a request of a service. */
export const portalInput = (changes: Partial<PortalInput> = {}): PortalInput => ({
  config: { ...DEFAULT_RUNTIME_CONFIG, services: SERVICES },
  locale: 'ko',
  session: NEW_SESSION,
  storedPolicy: null,
  address: '/redirect?uid=1',
  origin: PORTAL,
  isOnline: true,
  passkeySupport: 'supported',
  ...changes,
});

/** The session values of a request of the demo service, with the person whose ID is given. */
export const sessionOf = (userId = ''): Session => ({
  request: { ...NEW_SESSION.request, clientId: SERVICE, type: 'oidc' },
  person: { ...NEW_SESSION.person, userId },
});

type Flows = typeof FIRST_FLOWS & typeof LAZY_FLOWS & typeof BACKGROUND_FLOWS;
type FlowName = keyof Flows;
type FlowPorts = { readonly [Name in FlowName]: ScriptedPorts<Flows[Name]> };

/** Text loaders that load nothing, because tests have all texts. */
const LOADED_TEXTS = { loadFirst: () => Promise.resolve(), loadOthers: () => Promise.resolve() };

/** The actions with which flows report to the portal, as their chunks provide them. */
const reportActions = (actor: () => ActorRefFrom<typeof portalMachine>) => {
  const reportPending = (pending: Pending | null) => actor().send({ type: 'pending.changed', pending });
  return {
    'sent-code': { storePending: storePendingCode(reportPending) },
    push: { storePending: storePendingPush(reportPending) },
    qr: { storePending: () => undefined },
    'second-factor': { dropPending: () => reportPending(null) },
    idle: { reportEnd: sendTo(actor, { type: 'session.lapsed' }) },
    language: {
      reportLanguage: sendTo(actor, (_: unknown, locale: 'ko' | 'en') => ({
        type: 'language.chosen',
        locale,
      })),
    },
    'service-info': {
      reportClient: sendTo(
        actor,
        (
          _: unknown,
          { clientId, config }: { readonly clientId: string; readonly config: ClientConfig | null },
        ) => (config ? { type: 'client.received', clientId, config } : { type: 'client.failed' }),
      ),
    },
  } as Readonly<Record<string, object>>;
};

/** Every flow of the portal with its ports scripted. */
function scriptFlows(actionsByFlow: Readonly<Record<string, object>>) {
  const names = new Set(Object.keys({ ...FIRST_FLOWS, ...LAZY_FLOWS, ...BACKGROUND_FLOWS }));
  const scripted = MACHINES.filter(({ id }) => names.has(id)).map(
    (machine) => [machine.id, script(machine, { actions: actionsByFlow[machine.id] ?? {} })] as const,
  );
  return {
    flows: Object.fromEntries(scripted.map(([name, flow]) => [name, flow.machine] as const)),
    ports: Object.fromEntries(scripted.map(([name, flow]) => [name, flow.ports])) as unknown as FlowPorts,
  };
}

/** The flows whose chunk a preloaded portal has. */
const PRELOADED_FLOWS: readonly LazyFlow[] = ['redirect', 'password', 'error-page'];

/** The states of the portal that run preloaded flows. */
const PRELOADED_STATES: readonly string[] = [...PRELOADED_FLOWS, 'service-result', 'session-lost'];

/** The value of a state; only the name of the state when its preloaded flow runs. */
const shortStateValue = (value: StateValue): StateValue => {
  const [[name, inner] = []] = Object.entries(value);
  return name && inner === 'running' && PRELOADED_STATES.includes(name) ? name : value;
};

/** The scripted port `load`. For preloaded flows the port ends immediately. */
function preloadingPort(machine: typeof portalMachine) {
  const scripted = machine.implementations.actors['load'] as PromiseActorLogic<void, { flow: LazyFlow }>;
  return {
    ...scripted,
    getInitialSnapshot: (...[scope, input]: Parameters<typeof scripted.getInitialSnapshot>) => {
      const snapshot = scripted.getInitialSnapshot(scope, input);
      return PRELOADED_FLOWS.includes(input.flow)
        ? { ...snapshot, status: 'done', output: undefined }
        : snapshot;
    },
  } as typeof scripted;
}

/** The machine of the portal with scripted ports, network and tabs, for one running portal at a time. */
function scriptPortal() {
  let actor: ActorRefFrom<typeof portalMachine> | null = null;
  const currentActor = () => {
    if (!actor) throw new Error('The portal has not started');
    return actor;
  };
  const { flows, ports } = scriptFlows(reportActions(currentActor));
  const network = scriptedSource<NetworkEvent>();
  const tabs = scriptedTabs<TabMessage>();
  const sessionUse = scriptedSource<SessionUse>();
  const idle = flows['idle']?.provide({ actors: { watchUse: sessionUse.logic } });
  const networkFlow = networkMachine.provide({ actors: { watchNetwork: network.logic } });
  const portal = script(portalMachine, {
    actors: { ...flows, tabs: tabs.logic, ...(idle && { idle }), network: networkFlow },
  });
  return {
    machine: portal.machine,
    ports: { ...ports, portal: portal.ports },
    network,
    sessionUse,
    tabs,
    currentActor,
    setActor: (started: ActorRefFrom<typeof portalMachine>) => {
      actor = started;
    },
    /** Stops the portal and forgets its calls. */
    reset: () => {
      actor?.stop();
      actor = null;
      tabs.received.splice(0);
      for (const portsOfFlow of [...Object.values(ports), portal.ports]) forgetCalls(portsOfFlow);
    },
  };
}

const takePortal = createPool(scriptPortal, ({ reset }) => reset());

/**
 * Opens a portal with its real flows. Only the effects outside the machines are scripted.
 * @param options.browserWindow the window whose history follows the portal; null if the test checks no address
 * @param options.isPreloaded whether the flows of a sign-in by password are loaded already
 */
export function openPortal(
  changes: Partial<PortalInput> = {},
  {
    inspect = () => undefined,
    browserWindow = null,
    isPreloaded = true,
  }: {
    readonly inspect?: (event: InspectionEvent) => void;
    readonly browserWindow?: Window | null;
    readonly isPreloaded?: boolean;
  } = {},
) {
  const { machine, ports, network, sessionUse, tabs, currentActor, setActor } = takePortal();
  const pageActors = browserWindow && {
    history: providedHistory(browserWindow, currentActor),
    language: providedLanguage(LOADED_TEXTS, currentActor, async () => undefined),
  };
  const actors = { ...pageActors, ...(isPreloaded && { load: preloadingPort(machine) }) };
  const { actor, clock } = run(machine.provide({ actors }), portalInput(changes), {
    ...createRecorder(),
    inspect,
  });
  setActor(actor);

  if (browserWindow) reportScreens(actor);

  const context = () => actor.getSnapshot().context;
  const child = (flow: FlowName): AnyActorRef => {
    const ref = actor.getSnapshot().children[flow];
    if (!ref) throw new Error(`The flow "${flow}" does not run`);
    return ref;
  };
  const send = async (event: PortalEvent) => {
    actor.send(event);
    await settle();
  };
  const sendToFlow = async <Name extends FlowName>(flow: Name, event: EventFromLogic<Flows[Name]>) => {
    child(flow).send(event);
    await settle();
  };
  const goTo = (address: string) => send({ type: 'route.requested', address });

  return {
    actor,
    clock,
    network,
    sessionUse,
    tabs,
    ports,
    context,
    /** The snapshot of a running flow. */
    flow: (flow: FlowName): AnyMachineSnapshot => child(flow).getSnapshot(),
    send,
    sendToFlow,
    goTo,
    /** The value of the state; only the name of the state when its preloaded flow runs. */
    value: () => shortStateValue(actor.getSnapshot().value),
    address: () => addressOf(actor.getSnapshot()),
    /** Finishes loading the chunk of the current flow. */
    load: () => ports.portal.load.answer(undefined),
    /** Answers the call for the request of the client service. */
    answerRequest: (changes: Partial<AuthSummary> = {}) =>
      ports.redirect.fetchSummary.answer(success({ summary: authSummary(changes), at: 0 })),
    /** Enters an ID, and answers the policy check. */
    identify: async (userId = 'kim', policyOfPerson: Policy = policy()) => {
      await sendToFlow('id-entry', { type: 'identity.submitted', userId });
      const { fetchClientConfig } = ports['service-info'];
      if (fetchClientConfig.isWaiting()) await fetchClientConfig.answer(success(clientConfig()));
      await ports['id-entry'].checkPolicy.answer(success({ userId, policy: policyOfPerson }));
    },
    submitPassword: (password = 'secret') => sendToFlow('password', { type: 'password.submitted', password }),
    /** Answers the login call of the password. */
    answerLogin: (changes: Partial<LoginResult> = {}) =>
      (ports.password.logIn.isWaiting() ? ports.password.logIn : ports.password.proveFirst).answer(
        success(loginResult(changes)),
      ),
  };
}

export type OpenPortal = ReturnType<typeof openPortal>;

/** Opens a portal, and goes from the request of the client service to the password screen. */
export async function openPasswordScreen(
  policyOfPerson?: Policy,
  changes: Partial<PortalInput> = {},
): Promise<OpenPortal> {
  const portal = openPortal(changes);
  await portal.answerRequest();
  await portal.identify('kim', policyOfPerson);
  return portal;
}
