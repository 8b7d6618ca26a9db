import { type AnyActorRef, type AnyMachineSnapshot, type InspectionEvent, sendTo } from 'xstate';
import {
  type AuthenticatedEvent,
  authenticatedMachine,
} from '#machines/authenticated/authenticated.machine.ts';
import { type ChooserEvent, chooserMachine } from '#machines/chooser/chooser.machine.ts';
import { type DeviceCodeEvent, deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { type EmergencyEvent, emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { type ErrorPageEvent, errorPageMachine } from '#machines/error-page/error-page.machine.ts';
import { type IdEntryEvent, idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { type OfflineEvent, offlineMachine } from '#machines/offline/offline.machine.ts';
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
import { returnToServiceMachine } from '#machines/return-to-service/return-to-service.machine.ts';
import { secondFactorMachine } from '#machines/second-factor/second-factor.machine.ts';
import type { SecondFactorEvent } from '#machines/second-factor/second-factor.types.ts';
import { type SentCodeEvent, sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { serviceInfoMachine } from '#machines/service-info/service-info.machine.ts';
import {
  type SessionExpiryEvent,
  sessionExpiryMachine,
} from '#machines/session-expiry/session-expiry.machine.ts';
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

type FlowName = ScreenFlow | 'offline' | 'service-info';
type FlowEvents = {
  'id-entry': IdEntryEvent;
  password: PasswordEvent;
  redirect: RedirectEvent;
  chooser: ChooserEvent;
  emergency: EmergencyEvent;
  'sent-code': SentCodeEvent;
  'error-page': ErrorPageEvent;
  'device-code': DeviceCodeEvent;
  qr: QrEvent;
  'session-expiry': SessionExpiryEvent;
  authenticated: AuthenticatedEvent;
  push: PushEvent;
  'second-factor': SecondFactorEvent;
  provisioning: ProvisioningEvent;
  passkey: PasskeyEvent;
};

/** The portal with its real flows; only what reaches outside of the machines is scripted. */
export function openPortal(
  changes: Partial<PortalInput> = {},
  inspect: (event: InspectionEvent) => void = () => undefined,
) {
  const redirect = script(redirectMachine);
  const client = script(serviceInfoMachine);
  const identity = script(idEntryMachine);
  const password = script(passwordMachine);
  const chooser = script(chooserMachine);
  const emergency = script(emergencyMachine);
  const otp = script(sentCodeMachine);
  const code = script(deviceCodeMachine);
  const qr = script(qrMachine);
  const push = script(pushMachine);
  const second = script(secondFactorMachine);
  const passkey = script(passkeyMachine);
  const departure = script(returnToServiceMachine);
  const session = script(sessionExpiryMachine);
  const authenticated = script(authenticatedMachine);
  const provisioning = script(provisioningMachine);
  const portal = script(portalMachine);
  const network = scriptedSource<OfflineEvent>();
  const tabs = scriptedTabs<TabNews>();
  const machine = portal.machine.provide({
    actors: {
      redirect: redirect.machine,
      'id-entry': identity.machine,
      password: password.machine,
      chooser: chooser.machine,
      emergency: emergency.machine,
      'sent-code': otp.machine.provide({
        actions: {
          keepPending: (_, { tokenCode, validUntil }) =>
            actor.send({ type: 'pending.noted', pending: { tokenCode, kind: 'code', id: '', validUntil } }),
        },
      }),
      'device-code': code.machine,
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
      'second-factor': second.machine.provide({
        actions: { dropPending: () => actor.send({ type: 'pending.noted', pending: null }) },
      }),
      'return-to-service': departure.machine,
      'session-expiry': session.machine,
      authenticated: authenticated.machine,
      provisioning: provisioning.machine,
      tabs: tabs.logic,
      'error-page': errorPageMachine,
      'service-info': client.machine.provide({
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
      'service-info': client.ports,
      'id-entry': identity.ports,
      password: password.ports,
      chooser: chooser.ports,
      emergency: emergency.ports,
      'sent-code': otp.ports,
      'device-code': code.ports,
      qr: qr.ports,
      push: push.ports,
      passkey: passkey.ports,
      'second-factor': second.ports,
      'return-to-service': departure.ports,
      'session-expiry': session.ports,
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
      await tell('id-entry', { type: 'identity.submitted', userId });
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
