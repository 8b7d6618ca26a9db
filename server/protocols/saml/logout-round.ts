import { NS, STATUS } from '#server/config/saml/names.ts';
import { parseXml } from '#server/config/saml/parse.ts';
import { attribute, childNamed } from '#server/config/saml/read.ts';
import { logoutServiceOf } from '#server/config/saml/service-provider.ts';
import { type Engine, urlOf } from './engine.ts';
import type { RawMessage } from './messages/binding.ts';
import { receive, refusingUntrusted } from './messages/received.ts';
import { type SignedMessage, signedMessage } from './messages/signed-message.ts';
import { logoutRequestXml } from './messages/write.ts';
import { SamlRefusal } from './refusal.ts';
import type { LogoutRound, NotifiedService, Participant, StoredRequest } from './store.ts';

/** Maximum duration of a single logout across all services, in milliseconds. */
const LOGOUT_ROUND_VALID_MS = 10 * 60_000;

/** The next step of a single logout. */
export type LogoutStep =
  | {
      readonly kind: 'notify';
      readonly serviceId: string;
      readonly message: SignedMessage;
      readonly step: number;
      /** Whether the browser was sent to the service before and returned without an answer. */
      readonly isRetry: boolean;
    }
  | { readonly kind: 'completed'; readonly logoutRound: LogoutRound };

const signOutEndedError = () =>
  new SamlRefusal('request_ended', 'The sign-out is unknown, finished or expired.');

/** Groups sessions by service and name ID: one request ends all sessions of a name ID. */
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

const logoutServiceNamed = ({ config }: Engine, serviceId: string) => {
  const provider = config.serviceProviders.find((one) => one.serviceId === serviceId);
  return provider ? logoutServiceOf(provider.metadata) : null;
};

/**
 * Stores the services to be notified of a sign-out; returns the id of the logout round, or null without such services.
 * @param participants the services with a session that ends
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
    logoutServiceNamed(engine, serviceId) !== null;
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
  await engine.store.bind(id, browser);
  return id;
}

const requestId = (id: string, step: number): string => `_${id}.${step}`;

const nextRound = (logoutRound: LogoutRound, isConfirmed: boolean): LogoutRound => {
  const [current, ...waiting] = logoutRound.waiting;
  const unsure = current && !isConfirmed ? [...logoutRound.unsure, current.serviceId] : logoutRound.unsure;
  return { ...logoutRound, waiting, unsure, step: logoutRound.step + 1, isHanded: false };
};

function notifyStep(
  engine: Engine,
  { id, request }: StoredRequest<LogoutRound>,
  notifiedService: NotifiedService,
): LogoutStep {
  const service = logoutServiceNamed(engine, notifiedService.serviceId);
  if (!service) throw signOutEndedError();
  const messageId = requestId(id, request.step);
  const envelope = {
    id: messageId,
    issuer: engine.entityId,
    destination: service.location,
    now: engine.now(),
  };
  const xml = logoutRequestXml(envelope, notifiedService);
  const message = signedMessage(
    service,
    { kind: 'SAMLRequest', id: messageId, xml, relayState: '' },
    engine.key,
  );
  const { step, isHanded } = request;
  return { kind: 'notify', serviceId: notifiedService.serviceId, message, step, isRetry: isHanded };
}

/**
 * The next step of a logout round, in the browser that signs out.
 * @param skippedStep the step that the person skips; null for none
 * @throws SamlRefusal when the sign-out has ended or expired, or belongs to another browser.
 */
export async function nextStep(
  engine: Engine,
  id: string,
  browser: string,
  skippedStep: number | null,
): Promise<LogoutStep> {
  const { store } = engine;
  const roundBefore = await store.logoutRound(id);
  if (!roundBefore || !(await store.isBoundTo(id, browser))) throw signOutEndedError();
  if (skippedStep === roundBefore.request.step)
    await store.advance(roundBefore, nextRound(roundBefore.request, false));
  const storedRound = await store.logoutRound(id);
  if (!storedRound) throw signOutEndedError();
  const [notifiedService] = storedRound.request.waiting;
  if (!notifiedService) {
    if (!(await store.take(id))) throw signOutEndedError();
    return { kind: 'completed', logoutRound: storedRound.request };
  }
  const step = notifyStep(engine, storedRound, notifiedService);
  await store.advance(storedRound, { ...storedRound.request, isHanded: true });
  return step;
}

function isSuccess(root: Element): boolean {
  const status = childNamed(root, NS.protocol, 'Status');
  const code = status && childNamed(status, NS.protocol, 'StatusCode');
  const second = code && childNamed(code, NS.protocol, 'StatusCode');
  return code !== null && attribute(code, 'Value') === STATUS.success && second === null;
}

function isConfirmed(
  engine: Engine,
  rawMessage: RawMessage,
  { id, request }: StoredRequest<LogoutRound>,
): boolean {
  try {
    const { provider, root } = receive(rawMessage, {
      message: 'LogoutResponse',
      destination: urlOf(engine, 'slo'),
      providers: engine.providers,
      needsSignature: () => true,
      now: engine.now(),
    });
    return (
      provider.serviceId === request.waiting[0]?.serviceId &&
      attribute(root, 'InResponseTo') === requestId(id, request.step) &&
      refusingUntrusted(() => isSuccess(root))
    );
  } catch (error) {
    if (error instanceof SamlRefusal) return false;
    throw error;
  }
}

/**
 * Handles the LogoutResponse of the notified service; returns the id of the logout round. After an invalid or
 * unsuccessful answer the service counts as unsure.
 * @throws SamlRefusal when no request waits for this answer.
 */
export async function handleLogoutResponse(engine: Engine, rawMessage: RawMessage): Promise<string> {
  const inResponseTo = attribute(
    refusingUntrusted(() => parseXml(rawMessage.xml)),
    'InResponseTo',
  );
  const [, id = '', step = ''] = /^_([\w-]{32})\.(\d{1,4})$/.exec(inResponseTo ?? '') ?? [];
  const storedRound = await engine.store.logoutRound(id);
  if (!storedRound || storedRound.request.step !== Number(step) || !storedRound.request.isHanded)
    throw signOutEndedError();
  await engine.store.advance(
    storedRound,
    nextRound(storedRound.request, isConfirmed(engine, rawMessage, storedRound)),
  );
  return id;
}
