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
import { followScreens } from '#src/app/history/follow-screens.ts';
import { providedHistory } from '#src/app/history/provided-history.ts';
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
import { castingOf } from './casting.ts';
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

/** Loaders of texts that have arrived. */
const ALL_THERE = { loadFirst: () => Promise.resolve(), loadOthers: () => Promise.resolve() };

const modules = import.meta.glob<Record<string, unknown>>('/machines/*/*.machine.ts', { eager: true });
const machines: readonly AnyStateMachine[] = Object.values(modules)
  .flatMap((exports) => Object.values(exports))
  .filter((value) => value instanceof StateMachine);

/** How flows report pending values to the portal, as their chunks do. */
const tellingOf = (actor: () => ActorRefFrom<typeof portalMachine>) => {
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
function scriptFlows(telling: Readonly<Record<string, object>>) {
  const names = new Set(Object.keys({ ...FIRST_FLOWS, ...LAZY_FLOWS, ...BACKGROUND_FLOWS }));
  const scripted = machines
    .filter(({ id }) => names.has(id))
    .map((machine) => [machine.id, script(machine, { actions: telling[machine.id] ?? {} })] as const);
  return {
    flows: Object.fromEntries(scripted.map(([name, flow]) => [name, flow.machine] as const)),
    ports: Object.fromEntries(scripted.map(([name, flow]) => [name, flow.ports])) as unknown as FlowPorts,
  };
}

/** Flows whose chunk is loaded as soon as it is requested. */
const AT_HAND: readonly LazyFlow[] = ['redirect', 'password', 'error-page'];

/** States that run them. */
const AT_ONCE: readonly string[] = [...AT_HAND, 'service-result', 'session-lost'];

const shortOf = (value: StateValue): StateValue => {
  const [[name, inner] = []] = Object.entries(value);
  return name && inner === 'running' && AT_ONCE.includes(name) ? name : value;
};

/** The scripted port of a machine, which is done at once for loaded flows. */
function atHand(machine: typeof portalMachine) {
  const scripted = machine.implementations.actors['load'] as PromiseActorLogic<void, { flow: LazyFlow }>;
  return {
    ...scripted,
    getInitialSnapshot: (...[scope, input]: Parameters<typeof scripted.getInitialSnapshot>) => {
      const asked = scripted.getInitialSnapshot(scope, input);
      return AT_HAND.includes(input.flow) ? { ...asked, status: 'done', output: undefined } : asked;
    },
  } as typeof scripted;
}

/** The machine of the portal and all that is scripted around it, for one portal at a time. */
function castPortal() {
  let actor: ActorRefFrom<typeof portalMachine> | null = null;
  const current = () => {
    if (!actor) throw new Error('The portal has not begun');
    return actor;
  };
  const { flows, ports } = scriptFlows(tellingOf(current));
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
    plays: (running: ActorRefFrom<typeof portalMachine>) => {
      actor = running;
    },
    /** Stops the portal and forgets its calls. */
    leave: () => {
      actor?.stop();
      actor = null;
      tabs.received.splice(0);
      for (const ofFlow of [...Object.values(ports), portal.ports]) forgetCalls(ofFlow);
    },
  };
}

const takeCast = castingOf(castPortal, ({ leave }) => leave());

/**
 * The portal with its real flows; only what reaches outside of the machines is scripted.
 * @param page whose history is kept in step; none where no address is to be seen
 * @param isAtHand whether the chunks of the simplest way in are there at once
 */
export function openPortal(
  changes: Partial<PortalInput> = {},
  inspect: (event: InspectionEvent) => void = () => undefined,
  page: Window | null = null,
  isAtHand = true,
) {
  const { machine, ports, network, use, tabs, current, plays } = takeCast();
  const inPage = page && {
    history: providedHistory(page, current),
    language: providedLanguage(ALL_THERE, current, async () => undefined),
  };
  const actors = { ...inPage, ...(isAtHand && { load: atHand(machine) }) };
  const { actor, clock } = run(machine.provide({ actors }), portalInput(changes), {
    ...createRecorder(),
    inspect,
  });
  plays(actor);

  if (page) followScreens(actor);

  const context = () => actor.getSnapshot().context;
  const child = (flow: FlowName): AnyActorRef => {
    const ref = actor.getSnapshot().children[flow];
    if (!ref) throw new Error(`The flow "${flow}" is not on`);
    return ref;
  };
  const send = async (event: PortalEvent) => {
    actor.send(event);
    await settle();
  };
  const tell = async <Name extends FlowName>(flow: Name, event: EventFromLogic<Flows[Name]>) => {
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
    tell,
    goTo,
    /** The state; for a screen with a running flow, its name only. */
    value: () => shortOf(actor.getSnapshot().value),
    address: () => addressOf(actor.getSnapshot()),
    /** Loads the chunk of the requested flow; those of the simplest sign-in are loaded already. */
    load: () => ports.portal.load.answer(undefined),
    /** The client service's request arrives. */
    request: (of: Partial<AuthSummary> = {}) =>
      ports.redirect.fetchSummary.answer(success({ summary: summary(of), at: 0 })),
    identify: async (userId = 'kim', found: Policy = policy()) => {
      await tell('id-entry', { type: 'identity.submitted', userId });
      const { fetchClientConfig } = ports['service-info'];
      if (fetchClientConfig.isWaiting()) await fetchClientConfig.answer(success(clientConfig()));
      await ports['id-entry'].checkPolicy.answer(success({ userId, policy: found }));
    },
    submitPassword: (typed = 'secret') => tell('password', { type: 'password.submitted', password: typed }),
    logIn: (of: Partial<LoginResult> = {}) =>
      (ports.password.logIn.isWaiting() ? ports.password.logIn : ports.password.proveFirst).answer(
        success(login(of)),
      ),
  };
}

export type OpenPortal = ReturnType<typeof openPortal>;

/** Goes from the client service to the password screen. */
export async function arriveAtPassword(
  found?: Policy,
  changes: Partial<PortalInput> = {},
): Promise<OpenPortal> {
  const portal = openPortal(changes);
  await portal.request();
  await portal.identify('kim', found);
  return portal;
}
