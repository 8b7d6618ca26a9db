import { NAME_ID_FORMAT, NS, STATUS, type Status } from '#server/config/saml/names.ts';
import {
  attribute,
  childNamed,
  childrenNamed,
  elementText,
  timeAttribute,
} from '#server/config/saml/read.ts';
import { logoutServiceOf } from '#server/config/saml/service-provider.ts';
import type { SignOut } from '#server/login/engine.ts';
import { type Engine, envelopeFor, providerNamed, urlOf } from './engine.ts';
import { beginLogoutRound } from './logout-round.ts';
import type { RawMessage } from './messages/binding.ts';
import { CLOCK_SKEW_MS, MESSAGE_VALID_MS, receive, refusingUntrusted } from './messages/received.ts';
import { type SignedMessage, signedMessage } from './messages/signed-message.ts';
import { logoutResponseXml } from './messages/write.ts';
import { SamlRefusal } from './refusal.ts';
import type { Participant, PendingLogout } from './store.ts';

/** Milliseconds from the POST of a request to the GET that follows. */
const REQUEST_VALID_MS = 5 * 60_000;

/** Result of a sign-out: everywhere, only here, or not at all because the person of the request is not signed in. */
export type LogoutOutcome = 'done' | 'partial' | 'unknown';

const OUTCOMES: Readonly<Record<LogoutOutcome, readonly [Status, Status?]>> = {
  done: [STATUS.success],
  partial: [STATUS.success, STATUS.partialLogout],
  unknown: [STATUS.requester, STATUS.unknownPrincipal],
};

/**
 * Accepts a LogoutRequest, which has to be signed; returns the id under which it is stored.
 * @throws SamlRefusal when it is invalid or was received before.
 */
export async function beginLogout(engine: Engine, rawMessage: RawMessage): Promise<string> {
  const now = engine.now();
  const { provider, root, id } = receive(rawMessage, {
    message: 'LogoutRequest',
    destination: urlOf(engine, 'slo'),
    providers: engine.providers,
    needsSignature: () => true,
    now,
  });
  const request = refusingUntrusted((): PendingLogout => {
    const nameId = childNamed(root, NS.assertion, 'NameID');
    if (!nameId) throw new SamlRefusal('unsupported_request', 'NameID is missing.', provider);
    if (root.hasAttribute('NotOnOrAfter') && timeAttribute(root, 'NotOnOrAfter') <= now - CLOCK_SKEW_MS) {
      throw new SamlRefusal('expired_message', 'NotOnOrAfter has passed.', provider);
    }
    return {
      kind: 'logout',
      serviceId: provider.serviceId,
      requestId: id,
      relayState: rawMessage.relayState,
      nameId: {
        format: attribute(nameId, 'Format') ?? NAME_ID_FORMAT.unspecified,
        value: elementText(nameId),
      },
      sessionIndexes: childrenNamed(root, NS.protocol, 'SessionIndex').map(elementText),
    };
  }, provider);
  if (
    !(await engine.store.recordMessage(provider.metadata.entityId, id, MESSAGE_VALID_MS + 2 * CLOCK_SKEW_MS))
  ) {
    throw new SamlRefusal('replayed_message', 'A message with this ID was received before.', provider);
  }
  return engine.store.add(request, REQUEST_VALID_MS);
}

const matchesRequest = ({ nameId, sessionIndexes }: PendingLogout, participant: Participant): boolean =>
  participant.nameId.value === nameId.value &&
  (participant.nameId.format === nameId.format || nameId.format === NAME_ID_FORMAT.unspecified) &&
  (sessionIndexes.length === 0 || sessionIndexes.includes(participant.sessionIndex));

/** The LogoutResponse for a service; null when its metadata names no endpoint for one. */
export function answerLogout(
  engine: Engine,
  { serviceId, requestId, relayState }: PendingLogout,
  outcome: LogoutOutcome,
): SignedMessage | null {
  const service = logoutServiceOf(providerNamed(engine, serviceId).metadata);
  if (!service) return null;
  const { binding, responseLocation } = service;
  const envelope = envelopeFor(engine, requestId, responseLocation);
  const [first, second] = OUTCOMES[outcome];
  const xml = logoutResponseXml(envelope, first, second);
  const message = { kind: 'SAMLResponse', id: envelope.id, xml, relayState } as const;
  return signedMessage({ binding, location: responseLocation }, message, engine.key);
}

/** The result of a logout that a service has requested. */
export type LogoutResult = {
  /** Id of the logout round for the other services; null when there are none. */
  readonly logoutRound: string | null;
  readonly request: PendingLogout;
  readonly outcome: 'done' | 'unknown';
  /** The sign-out of the portal; null when the person was not signed in there. */
  readonly signOut: SignOut | null;
  /** Set-Cookie values. */
  readonly cookies: readonly string[];
};

/**
 * Signs out as a service requests: ends the sessions of this browser if the person of the request is signed in. A
 * browser without a session at the service counts as signed out already.
 * @throws SamlRefusal when the request has ended or expired.
 */
export async function endLogin(
  engine: Engine,
  id: string,
  browser: string,
  cookieHeader: string,
): Promise<LogoutResult> {
  const storedRequest = await engine.store.logout(id);
  if (!storedRequest || !(await engine.store.take(id))) {
    throw new SamlRefusal('request_ended', 'The request is unknown, finished or expired.');
  }
  const { request } = storedRequest;
  const participants = await engine.store.participants(browser);
  const ownParticipants = participants.filter(({ serviceId }) => serviceId === request.serviceId);
  const ownSession = ownParticipants.find((participant) => matchesRequest(request, participant));
  if (!ownSession) {
    return {
      logoutRound: null,
      request,
      outcome: ownParticipants.length === 0 ? 'done' : 'unknown',
      signOut: null,
      cookies: [],
    };
  }
  const others = participants.filter(
    ({ serviceId, userId }) => serviceId !== request.serviceId && userId === ownSession.userId,
  );
  const isSignedIn = (await engine.portal.signedInUser(cookieHeader)) === ownSession.userId;
  const signOut = isSignedIn ? { userId: ownSession.userId, at: engine.now() } : null;
  await engine.store.removeParticipants(browser, ownSession.userId);
  return {
    logoutRound: await beginLogoutRound(engine, browser, others, { onward: request, signOut }),
    request,
    outcome: 'done',
    signOut,
    cookies: isSignedIn ? await engine.portal.signOut(cookieHeader) : [],
  };
}
