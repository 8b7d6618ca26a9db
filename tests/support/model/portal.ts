import {
  type ActorRefFrom,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type InspectionEvent,
  type PromiseActorLogic,
  StateMachine,
  type StateValue,
  sendTo,
} from 'xstate';
import { clientConfig, login, PORTAL, policy, SERVICE, summary } from '#cases/samples.ts';
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
import {
  forgetCalls,
  type ScriptedPorts,
  script,
  scriptedSource,
  scriptedTabs,
  settle,
} from '#tests/support/ports.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import { poolOf } from './pool.ts';
import { createRecorder } from './recorder.ts';
import { run } from './start.ts';

export const SERVICES = [
  { name: { ko: '데모 서비스', en: 'Demo Service' }, url: 'https://service.example/login' },
];

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

/** Session values of a request of the demo service, and of a person when `userId` is given. */
export const sessionOf = (userId = ''): Session => ({
  request: { ...NEW_SESSION.request, clientId: SERVICE, type: 'oidc' },
  person: { ...NEW_SESSION.person, userId },
});

type Flows = typeof FIRST_FLOWS & typeof LAZY_FLOWS & typeof BACKGROUND_FLOWS;
type FlowName = keyof Flows;
type FlowPorts = { readonly [Name in FlowName]: ScriptedPorts<Flows[Name]> };

/** Text loaders that have nothing left to load. */
const LOADED_TEXTS = { loadFirst: () => Promise.resolve(), loadOthers: () => Promise.resolve() };

const modules = import.meta.glob<Record<string, unknown>>('/machines/*/*.machine.ts', { eager: true });
const machines: readonly AnyStateMachine[] = Object.values(modules)
  .flatMap((exports) => Object.values(exports))
  .filter((value) => value instanceof StateMachine);

/** The actions with which flows report to the portal, as their chunks provide them. */
const reportActions = (actor: () => ActorRefFrom<typeof portalMachine>) => {
  const storePending = (pending: Pending | null) => actor().send({ type: 'pending.changed', pending });
  return {
    'sent-code': { storePending: storePendingCode(storePending) },
    push: { storePending: storePendingPush(storePending) },
    qr: { storePending: () => undefined },
    'second-factor': { dropPending: () => storePending(null) },
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
  const scripted = machines
    .filter(({ id }) => names.has(id))
    .map((machine) => [machine.id, script(machine, { actions: actionsByFlow[machine.id] ?? {} })] as const);
  return {
    flows: Object.fromEntries(scripted.map(([name, flow]) => [name, flow.machine] as const)),
    ports: Object.fromEntries(scripted.map(([name, flow]) => [name, flow.ports])) as unknown as FlowPorts,
  };
}

/** Flows whose chunk is loaded as soon as it is requested. */
const PRELOADED_FLOWS: readonly LazyFlow[] = ['redirect', 'password', 'error-page'];

/** States of the portal that run these flows. */
const PRELOADED_STATES: readonly string[] = [...PRELOADED_FLOWS, 'service-result', 'session-lost'];

const shortOf = (value: StateValue): StateValue => {
  const [[name, inner] = []] = Object.entries(value);
  return name && inner === 'running' && PRELOADED_STATES.includes(name) ? name : value;
};

/** The scripted port `load`, which ends immediately for preloaded flows. */
function preloading(machine: typeof portalMachine) {
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

/** The machine of the portal with its scripted surroundings, for one portal at a time. */
function scriptPortal() {
  let actor: ActorRefFrom<typeof portalMachine> | null = null;
  const current = () => {
    if (!actor) throw new Error('The portal has not started');
    return actor;
  };
  const { flows, ports } = scriptFlows(reportActions(current));
  const network = scriptedSource<NetworkEvent>();
  const tabs = scriptedTabs<TabMessage>();
  const use = scriptedSource<SessionUse>();
  const idle = flows['idle']?.provide({ actors: { watchUse: use.logic } });
  const networkFlow = networkMachine.provide({ actors: { watchNetwork: network.logic } });
  const portal = script(portalMachine, {
    actors: { ...flows, tabs: tabs.logic, ...(idle && { idle }), network: networkFlow },
  });
  return {
    machine: portal.machine,
    ports: { ...ports, portal: portal.ports },
    network,
    use,
    tabs,
    current,
    setActor: (started: ActorRefFrom<typeof portalMachine>) => {
      actor = started;
    },
    /** Stops the portal and forgets its calls. */
    reset: () => {
      actor?.stop();
      actor = null;
      tabs.received.splice(0);
      for (const ofFlow of [...Object.values(ports), portal.ports]) forgetCalls(ofFlow);
    },
  };
}

const takePortal = poolOf(scriptPortal, ({ reset }) => reset());

/**
 * The portal with its real flows; only the effects outside the machines are scripted.
 * @param page the window whose history follows the portal; null when a test checks no address
 * @param isPreloaded whether the chunks of the simplest sign-in are loaded already
 */
export function openPortal(
  changes: Partial<PortalInput> = {},
  inspect: (event: InspectionEvent) => void = () => undefined,
  page: Window | null = null,
  isPreloaded = true,
) {
  const { machine, ports, network, use, tabs, current, setActor } = takePortal();
  const inPage = page && {
    history: providedHistory(page, current),
    language: providedLanguage(LOADED_TEXTS, current, async () => undefined),
  };
  const actors = { ...inPage, ...(isPreloaded && { load: preloading(machine) }) };
  const { actor, clock } = run(machine.provide({ actors }), portalInput(changes), {
    ...createRecorder(),
    inspect,
  });
  setActor(actor);

  if (page) reportScreens(actor);

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
    use,
    tabs,
    ports,
    context,
    /** The snapshot of a running flow. */
    flow: (flow: FlowName): AnyMachineSnapshot => child(flow).getSnapshot(),
    send,
    sendToFlow,
    goTo,
    /** The state; of a screen with a running flow only the name. */
    value: () => shortOf(actor.getSnapshot().value),
    address: () => addressOf(actor.getSnapshot()),
    /** Loads the chunk of the requested flow; those of the simplest sign-in are loaded already. */
    load: () => ports.portal.load.answer(undefined),
    /** Answers the portal's call for the request of the client service. */
    request: (of: Partial<AuthSummary> = {}) =>
      ports.redirect.fetchSummary.answer(success({ summary: summary(of), at: 0 })),
    /** Enters an ID, and answers the policy check. */
    identify: async (userId = 'kim', policyOfPerson: Policy = policy()) => {
      await sendToFlow('id-entry', { type: 'identity.submitted', userId });
      const { fetchClientConfig } = ports['service-info'];
      if (fetchClientConfig.isWaiting()) await fetchClientConfig.answer(success(clientConfig()));
      await ports['id-entry'].checkPolicy.answer(success({ userId, policy: policyOfPerson }));
    },
    submitPassword: (password = 'secret') => sendToFlow('password', { type: 'password.submitted', password }),
    /** Answers the login call of the password. */
    logIn: (of: Partial<LoginResult> = {}) =>
      (ports.password.logIn.isWaiting() ? ports.password.logIn : ports.password.proveFirst).answer(
        success(login(of)),
      ),
  };
}

export type OpenPortal = ReturnType<typeof openPortal>;

/** Goes from the client service to the password screen. */
export async function openPasswordScreen(
  policyOfPerson?: Policy,
  changes: Partial<PortalInput> = {},
): Promise<OpenPortal> {
  const portal = openPortal(changes);
  await portal.request();
  await portal.identify('kim', policyOfPerson);
  return portal;
}
