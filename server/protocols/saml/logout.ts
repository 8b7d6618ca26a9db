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
import { type Engine, envelopeFor, providerWithId, urlOf } from './engine.ts';
import { beginLogoutRound } from './logout-round.ts';
import type { RawMessage } from './messages/binding.ts';
import { CLOCK_SKEW_MS, MESSAGE_VALID_MS, receiveMessage, refuseUntrusted } from './messages/received.ts';
import { type SignedMessage, signedMessage } from './messages/signed-message.ts';
import { logoutResponseXml } from './messages/write.ts';
import { SamlRefusal } from './refusal.ts';
import type { Participant, PendingLogout } from './store.ts';

/** How long after the POST of a LogoutRequest the redirected GET may follow. */
const REQUEST_VALID_MS = 5 * 60_000;

/**
 * The outcome of a sign-out. `done`: all services have confirmed their logout; `partial`: a service may still have a
 * session; `unknown`: another person than the request names is signed in, and is not signed out.
 */
export type LogoutOutcome = 'done' | 'partial' | 'unknown';

/** The status codes of the LogoutResponse for each outcome. */
const OUTCOME_STATUSES: Readonly<Record<LogoutOutcome, readonly [Status, Status?]>> = {
  done: [STATUS.success],
  partial: [STATUS.success, STATUS.partialLogout],
  unknown: [STATUS.requester, STATUS.unknownPrincipal],
};

/**
 * Accepts a LogoutRequest, which has to be signed.
 * @returns the id under which the request is stored
 * @throws SamlRefusal when the request is invalid, or was received before
 */
export async function beginLogout(engine: Engine, rawMessage: RawMessage): Promise<string> {
  const now = engine.now();
  const { provider, root, id } = receiveMessage(rawMessage, {
    message: 'LogoutRequest',
    destination: urlOf(engine, 'slo'),
    providers: engine.providers,
    requiresSignature: () => true,
    now,
  });
  const request = refuseUntrusted((): PendingLogout => {
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

/** Whether a LogoutRequest applies to a session at a service. */
const matchesRequest = ({ nameId, sessionIndexes }: PendingLogout, participant: Participant): boolean =>
  participant.nameId.value === nameId.value &&
  (participant.nameId.format === nameId.format || nameId.format === NAME_ID_FORMAT.unspecified) &&
  (sessionIndexes.length === 0 || sessionIndexes.includes(participant.sessionIndex));

/** The LogoutResponse for a service; null when the metadata of the service has no endpoint for a LogoutResponse. */
export function logoutResponseFor(
  engine: Engine,
  { serviceId, requestId, relayState }: PendingLogout,
  outcome: LogoutOutcome,
): SignedMessage | null {
  const endpoint = logoutServiceOf(providerWithId(engine, serviceId).metadata);
  if (!endpoint) return null;
  const { binding, responseLocation } = endpoint;
  const envelope = envelopeFor(engine, requestId, responseLocation);
  const [statusCode, secondStatusCode] = OUTCOME_STATUSES[outcome];
  const xml = logoutResponseXml(envelope, statusCode, secondStatusCode);
  const message = { kind: 'SAMLResponse', id: envelope.id, xml, relayState } as const;
  return signedMessage({ binding, location: responseLocation }, message, engine.key);
}

/** The result of a logout that a service has requested. */
export type LogoutResult = {
  /** The id of the logout round for the other services; null when there is no other service to notify. */
  readonly logoutRoundId: string | null;
  readonly request: PendingLogout;
  readonly outcome: 'done' | 'unknown';
  /** The sign-out at the portal; null when the person was not signed in to the portal. */
  readonly signOut: SignOut | null;
  /** Set-Cookie values. */
  readonly cookies: readonly string[];
};

/**
 * Signs out as a service requests: ends the sessions of the browser if the person whom the request names is signed in.
 * A browser without a session at the service counts as already signed out.
 * @throws SamlRefusal when the request has ended or expired
 */
export async function signOutForService(
  engine: Engine,
  id: string,
  browser: string,
  cookieHeader: string,
): Promise<LogoutResult> {
  const storedRequest = await engine.store.findLogout(id);
  if (!storedRequest || !(await engine.store.removeOnce(id))) {
    throw new SamlRefusal('request_ended', 'The request is unknown, finished or expired.');
  }
  const { request } = storedRequest;
  const participants = await engine.store.participants(browser);
  const sessionsAtService = participants.filter(({ serviceId }) => serviceId === request.serviceId);
  const endedSession = sessionsAtService.find((participant) => matchesRequest(request, participant));
  if (!endedSession) {
    return {
      logoutRoundId: null,
      request,
      outcome: sessionsAtService.length === 0 ? 'done' : 'unknown',
      signOut: null,
      cookies: [],
    };
  }
  const otherParticipants = participants.filter(
    ({ serviceId, userId }) => serviceId !== request.serviceId && userId === endedSession.userId,
  );
  const isSignedIn = (await engine.portal.signedInUser(cookieHeader)) === endedSession.userId;
  const signOut = isSignedIn ? { userId: endedSession.userId, at: engine.now() } : null;
  await engine.store.removeParticipants(browser, endedSession.userId);
  return {
    logoutRoundId: await beginLogoutRound(engine, browser, otherParticipants, { onward: request, signOut }),
    request,
    outcome: 'done',
    signOut,
    cookies: isSignedIn ? await engine.portal.signOut(cookieHeader) : [],
  };
}
