import { NS, STATUS } from '#server/config/saml/names.ts';
import { parseXml } from '#server/config/saml/parse.ts';
import { attribute, childNamed } from '#server/config/saml/read.ts';
import { logoutServiceOf } from '#server/config/saml/service-provider.ts';
import { type Engine, urlOf } from './engine.ts';
import type { RawMessage } from './messages/binding.ts';
import { receiveMessage, refuseUntrusted } from './messages/received.ts';
import { type SignedMessage, signedMessage } from './messages/signed-message.ts';
import { logoutRequestXml } from './messages/write.ts';
import { SamlRefusal } from './refusal.ts';
import type { LogoutRound, NotifiedService, Participant, StoredRequest } from './store.ts';

/** Maximum duration of a single logout across all services, in milliseconds. */
const LOGOUT_ROUND_VALID_MS = 10 * 60_000;

/** The next step of a logout round: a service is notified, or all services were notified. */
export type LogoutStep =
  | {
      readonly kind: 'notify';
      readonly serviceId: string;
      readonly message: SignedMessage;
      /** The number of services before the notified service. */
      readonly step: number;
      /** Whether the browser was already sent to the service, and has returned without an answer. */
      readonly isRetry: boolean;
    }
  | { readonly kind: 'completed'; readonly logoutRound: LogoutRound };

const signOutEndedError = () =>
  new SamlRefusal('request_ended', 'The sign-out is unknown, finished or expired.');

/** Groups sessions by service and name ID, because one LogoutRequest ends all sessions of a name ID. */
function servicesToNotify(participants: readonly Participant[]): readonly NotifiedService[] {
  const groups = Map.groupBy(participants, ({ serviceId, nameId }) =>
    [serviceId, nameId.format, nameId.value].join('\n'),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { serviceId, nameId } = first;
    return [{ serviceId, nameId, sessionIndexes: group.map(({ sessionIndex }) => sessionIndex) }];
  });
}

/** The endpoint of a service for LogoutRequests; null when the service has no such endpoint. */
const logoutEndpointOf = ({ config }: Engine, serviceId: string) => {
  const provider = config.serviceProviders.find((candidate) => candidate.serviceId === serviceId);
  return provider ? logoutServiceOf(provider.metadata) : null;
};

/**
 * Stores a logout round, in which services are notified of a sign-out.
 * @param participants the sessions at services that end
 * @returns the id of the logout round; null when there is no service to notify
 */
export async function beginLogoutRound(
  engine: Engine,
  browser: string,
  participants: readonly Participant[],
  { onward, signOut }: Pick<LogoutRound, 'onward' | 'signOut'>,
): Promise<string | null> {
  const services = servicesToNotify(participants);
  if (services.length === 0) return null;
  const canBeNotified = ({ serviceId }: NotifiedService): boolean =>
    logoutEndpointOf(engine, serviceId) !== null;
  const logoutRound: LogoutRound = {
    kind: 'farewell',
    waiting: services.filter(canBeNotified),
    step: 0,
    isHanded: false,
    unsure: services
      .filter((notifiedService) => !canBeNotified(notifiedService))
      .map(({ serviceId }) => serviceId),
    onward,
    signOut,
  };
  const id = await engine.store.add(logoutRound, LOGOUT_ROUND_VALID_MS);
  await engine.store.bindToBrowser(id, browser);
  return id;
}

/** The id of the logout round and the step, as `logoutRequestId` writes them. */
const LOGOUT_REQUEST_ID = /^_([\w-]{32})\.(\d{1,4})$/;

/** The ID of the LogoutRequest in a step of a logout round. */
const logoutRequestId = (id: string, step: number): string => `_${id}.${step}`;

/** The logout round after the current service: it has confirmed its logout, or may still have a session. */
const afterCurrentService = (logoutRound: LogoutRound, isConfirmed: boolean): LogoutRound => {
  const [current, ...waiting] = logoutRound.waiting;
  const unsure = current && !isConfirmed ? [...logoutRound.unsure, current.serviceId] : logoutRound.unsure;
  return { ...logoutRound, waiting, unsure, step: logoutRound.step + 1, isHanded: false };
};

/** Creates the step that sends the browser with a LogoutRequest to a service. */
function notifyStep(
  engine: Engine,
  { id, request }: StoredRequest<LogoutRound>,
  notifiedService: NotifiedService,
): LogoutStep {
  const endpoint = logoutEndpointOf(engine, notifiedService.serviceId);
  if (!endpoint) throw signOutEndedError();
  const messageId = logoutRequestId(id, request.step);
  const envelope = {
    id: messageId,
    issuer: engine.entityId,
    destination: endpoint.location,
    now: engine.now(),
  };
  const xml = logoutRequestXml(envelope, notifiedService);
  const message = signedMessage(
    endpoint,
    { kind: 'SAMLRequest', id: messageId, xml, relayState: '' },
    engine.key,
  );
  const { step, isHanded } = request;
  return { kind: 'notify', serviceId: notifiedService.serviceId, message, step, isRetry: isHanded };
}

/**
 * Advances a logout round to its next step, in the browser that signs out.
 * @param skippedStep the step that the person skips; null when no step is skipped
 * @throws SamlRefusal when the sign-out has ended or expired, or belongs to another browser
 */
export async function nextLogoutStep(
  engine: Engine,
  id: string,
  browser: string,
  skippedStep: number | null,
): Promise<LogoutStep> {
  const { store } = engine;
  const roundBefore = await store.findLogoutRound(id);
  if (!roundBefore || !(await store.isBoundTo(id, browser))) throw signOutEndedError();
  if (skippedStep === roundBefore.request.step)
    await store.replaceRound(roundBefore, afterCurrentService(roundBefore.request, false));
  const storedRound = await store.findLogoutRound(id);
  if (!storedRound) throw signOutEndedError();
  const [notifiedService] = storedRound.request.waiting;
  if (!notifiedService) {
    if (!(await store.removeOnce(id))) throw signOutEndedError();
    return { kind: 'completed', logoutRound: storedRound.request };
  }
  const step = notifyStep(engine, storedRound, notifiedService);
  await store.replaceRound(storedRound, { ...storedRound.request, isHanded: true });
  return step;
}

/** Whether a LogoutResponse reports a complete success. */
function isSuccess(root: Element): boolean {
  const status = childNamed(root, NS.protocol, 'Status');
  const code = status && childNamed(status, NS.protocol, 'StatusCode');
  const secondLevelCode = code && childNamed(code, NS.protocol, 'StatusCode');
  return code !== null && attribute(code, 'Value') === STATUS.success && secondLevelCode === null;
}

/** Whether a message is a valid LogoutResponse in which the current service of a logout round confirms its logout. */
function confirmsLogout(
  engine: Engine,
  rawMessage: RawMessage,
  { id, request }: StoredRequest<LogoutRound>,
): boolean {
  try {
    const { provider, root } = receiveMessage(rawMessage, {
      message: 'LogoutResponse',
      destination: urlOf(engine, 'slo'),
      providers: engine.providers,
      requiresSignature: () => true,
      now: engine.now(),
    });
    return (
      provider.serviceId === request.waiting[0]?.serviceId &&
      attribute(root, 'InResponseTo') === logoutRequestId(id, request.step) &&
      refuseUntrusted(() => isSuccess(root))
    );
  } catch (error) {
    if (error instanceof SamlRefusal) return false;
    throw error;
  }
}

/**
 * Handles the LogoutResponse of the notified service. After an invalid or unsuccessful answer, the service counts as a
 * service that may still have a session.
 * @returns the id of the logout round
 * @throws SamlRefusal when no LogoutRequest waits for this answer
 */
export async function handleLogoutResponse(engine: Engine, rawMessage: RawMessage): Promise<string> {
  const inResponseTo = attribute(
    refuseUntrusted(() => parseXml(rawMessage.xml)),
    'InResponseTo',
  );
  const [, id = '', step = ''] = LOGOUT_REQUEST_ID.exec(inResponseTo ?? '') ?? [];
  const storedRound = await engine.store.findLogoutRound(id);
  if (!storedRound || storedRound.request.step !== Number(step) || !storedRound.request.isHanded)
    throw signOutEndedError();
  await engine.store.replaceRound(
    storedRound,
    afterCurrentService(storedRound.request, confirmsLogout(engine, rawMessage, storedRound)),
  );
  return id;
}
