import { type AnyActorRef, type AnyMachineSnapshot, type InspectionEvent, sendTo } from 'xstate';
import {
  type AuthenticatedEvent,
  authenticatedMachine,
} from '#machines/authenticated/authenticated.machine.ts';
import { type ChooserEvent, chooserMachine } from '#machines/chooser/chooser.machine.ts';
import { clientMachine } from '#machines/client/client.machine.ts';
import { type CodeEvent, codeMachine } from '#machines/code/code.machine.ts';
import { departureMachine } from '#machines/departure/departure.machine.ts';
import { type EmergencyEvent, emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { type IdentityEvent, identityMachine } from '#machines/identity/identity.machine.ts';
import { type NoticeEvent, noticeMachine } from '#machines/notice/notice.machine.ts';
import { type OfflineEvent, offlineMachine } from '#machines/offline/offline.machine.ts';
import { type OtpEvent, otpMachine } from '#machines/otp/otp.machine.ts';
import { type PasskeyEvent, passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import { type PasswordEvent, passwordMachine } from '#machines/password/password.machine.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import { addressOf, type ScreenFlow } from '#machines/portal/portal.selectors.ts';
import type { PortalEvent, PortalInput, TabNews } from '#machines/portal/portal.types.ts';
import { type ProvisioningEvent, provisioningMachine } from '#machines/provisioning/provisioning.machine.ts';
import { pushMachine } from '#machines/push/push.machine.ts';
import type { PushEvent } from '#machines/push/push.setup.ts';
import { type QrEvent, qrMachine } from '#machines/qr/qr.machine.ts';
import { type RedirectEvent, redirectMachine } from '#machines/redirect/redirect.machine.ts';
import { secondMachine } from '#machines/second/second.machine.ts';
import type { SecondEvent } from '#machines/second/second.types.ts';
import { type SessionEvent, sessionMachine } from '#machines/session/session.machine.ts';
import type { AuthSummary, LoginResult } from '#machines/shared/domain.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { success } from '#machines/shared/result.ts';
import { NEW_SESSION, type Session } from '#machines/shared/session.ts';
import { script, scriptedSource, scriptedTabs, settled } from '#tests/support/ports.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import { createRecorder } from './recorder.ts';
import { clientConfig, login, PORTAL, policy, SERVICE, summary } from './samples.ts';
import { run } from './start.ts';

export const SERVICES = [
  { name: { ko: '데모 서비스', en: 'Demo Service' }, url: 'https://service.example/login' },
];

export const portalInput = (changes: Partial<PortalInput> = {}): PortalInput => ({
  config: { ...DEFAULT_RUNTIME_CONFIG, services: SERVICES },
  locale: 'ko',
  session: NEW_SESSION,
  keptPolicy: null,
  address: '/redirect?uid=1',
  origin: PORTAL,
  isOnline: true,
  passkeySupport: 'supported',
  ...changes,
});

/** Session values of a request of the demo service, and of a person when `userId` is given. */
export const sessionOf = (userId = ''): Session => ({
  flow: { ...NEW_SESSION.flow, clientId: SERVICE, type: 'oidc' },
  person: { ...NEW_SESSION.person, userId },
});

type FlowName = ScreenFlow | 'offline' | 'client';
type FlowEvents = {
  identity: IdentityEvent;
  password: PasswordEvent;
  redirect: RedirectEvent;
  chooser: ChooserEvent;
  emergency: EmergencyEvent;
  otp: OtpEvent;
  notice: NoticeEvent;
  code: CodeEvent;
  qr: QrEvent;
  session: SessionEvent;
  authenticated: AuthenticatedEvent;
  push: PushEvent;
  second: SecondEvent;
  provisioning: ProvisioningEvent;
  passkey: PasskeyEvent;
};

/** The portal with its real flows; only what reaches outside of the machines is scripted. */
export function openPortal(
  changes: Partial<PortalInput> = {},
  inspect: (event: InspectionEvent) => void = () => undefined,
) {
  const redirect = script(redirectMachine);
  const client = script(clientMachine);
  const identity = script(identityMachine);
  const password = script(passwordMachine);
  const chooser = script(chooserMachine);
  const emergency = script(emergencyMachine);
  const otp = script(otpMachine);
  const code = script(codeMachine);
  const qr = script(qrMachine);
  const push = script(pushMachine);
  const second = script(secondMachine);
  const passkey = script(passkeyMachine);
  const departure = script(departureMachine);
  const session = script(sessionMachine);
  const authenticated = script(authenticatedMachine);
  const provisioning = script(provisioningMachine);
  const portal = script(portalMachine);
  const network = scriptedSource<OfflineEvent>();
  const tabs = scriptedTabs<TabNews>();
  const machine = portal.machine.provide({
    actors: {
      redirect: redirect.machine,
      identity: identity.machine,
      password: password.machine,
      chooser: chooser.machine,
      emergency: emergency.machine,
      otp: otp.machine.provide({
        actions: {
          keepPending: (_, { tokenCode, validUntil }) =>
            actor.send({ type: 'pending.noted', pending: { tokenCode, kind: 'code', id: '', validUntil } }),
        },
      }),
      code: code.machine,
      qr: qr.machine.provide({ actions: { keepPending: () => undefined } }),
      push: push.machine.provide({
        actions: {
          keepPending: (_, kept) =>
            actor.send({
              type: 'pending.noted',
              pending: kept === null ? null : { tokenCode: '10', kind: 'push', ...kept },
            }),
        },
      }),
      passkey: passkey.machine,
      second: second.machine.provide({
        actions: { dropPending: () => actor.send({ type: 'pending.noted', pending: null }) },
      }),
      departure: departure.machine,
      session: session.machine,
      authenticated: authenticated.machine,
      provisioning: provisioning.machine,
      tabs: tabs.logic,
      notice: noticeMachine,
      client: client.machine.provide({
        actions: {
          tellClient: sendTo(
            () => actor,
            (_, { clientId, config }) =>
              config ? { type: 'client.learned', clientId, config } : { type: 'client.missed' },
          ),
        },
      }),
      offline: offlineMachine.provide({ actors: { watchNetwork: network.logic } }),
    },
  });
  const { actor, clock } = run(machine, portalInput(changes), { ...createRecorder(), inspect });

  const context = () => actor.getSnapshot().context;
  const child = (flow: FlowName): AnyActorRef => {
    const ref = actor.getSnapshot().children[flow];
    if (!ref) throw new Error(`The flow "${flow}" is not on`);
    return ref;
  };
  const send = async (event: PortalEvent) => {
    actor.send(event);
    await settled();
  };
  const tell = async <Flow extends keyof FlowEvents>(flow: Flow, event: FlowEvents[Flow]) => {
    child(flow).send(event);
    await settled();
  };
  const goTo = (address: string) => send({ type: 'route.requested', address });

  return {
    actor,
    clock,
    network,
    tabs,
    ports: {
      redirect: redirect.ports,
      client: client.ports,
      identity: identity.ports,
      password: password.ports,
      chooser: chooser.ports,
      emergency: emergency.ports,
      otp: otp.ports,
      code: code.ports,
      qr: qr.ports,
      push: push.ports,
      passkey: passkey.ports,
      second: second.ports,
      departure: departure.ports,
      session: session.ports,
      authenticated: authenticated.ports,
      provisioning: provisioning.ports,
      portal: portal.ports,
    },
    context,
    /** The snapshot of a flow that is on. */
    flow: (flow: FlowName): AnyMachineSnapshot => child(flow).getSnapshot(),
    send,
    tell,
    goTo,
    value: () => actor.getSnapshot().value,
    address: () => addressOf(actor.getSnapshot()),
    /** The chunk of the flow that is wanted arrives. */
    load: () => portal.ports.load.answer(undefined),
    /** The client service's request arrives. */
    request: (of: Partial<AuthSummary> = {}) =>
      redirect.ports.fetchSummary.answer(success({ summary: summary(of), at: 0 })),
    identify: async (userId = 'kim', found: Policy = policy()) => {
      await tell('identity', { type: 'identity.submitted', userId });
      const { fetchClientConfig } = client.ports;
      if (fetchClientConfig.isWaiting()) await fetchClientConfig.answer(success(clientConfig()));
      await identity.ports.checkPolicy.answer(success({ userId, policy: found }));
    },
    submitPassword: (typed = 'secret') =>
      tell('password', { type: 'password.submitted', password: typed, always: false }),
    logIn: (of: Partial<LoginResult> = {}) => password.ports.logIn.answer(success(login(of))),
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
