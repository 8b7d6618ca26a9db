import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { answerTo, type Engine, providerNamed, urlOf } from './engine.ts';
import type { Carried } from './messages/binding.ts';
import { CLOCK_SKEW_MS, MESSAGE_VALID_MS, reading, receive } from './messages/received.ts';
import { logoutResponseXml } from './messages/write.ts';
import { BINDING, NAME_ID, NS, STATUS } from './names.ts';
import { SamlRefusal } from './refusal.ts';
import type { Kept, Participant, PendingLogout } from './store.ts';
import { attribute, childNamed, childrenNamed, instant, textOf } from './xml/read.ts';
import { SIGNATURE_ALGORITHM, signElement } from './xml/signature.ts';

/** How long a request may take from its POST to the GET that follows, in milliseconds. */
const REQUEST_VALID_MS = 5 * 60_000;

/** How the answer to a sign-out leaves. */
export type LogoutAnswer =
  | { readonly kind: 'redirect'; readonly url: string }
  | {
      readonly kind: 'posted';
      readonly serviceId: string;
      readonly action: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'page'; readonly serviceId: string };

/**
 * Takes a LogoutRequest, which has to be signed; answers the id under which it is kept.
 * @throws SamlRefusal when it may not be acted on.
 */
export function beginLogout(engine: Engine, carried: Carried): string {
  const now = engine.now();
  const { provider, root, id } = receive(carried, {
    message: 'LogoutRequest',
    destination: urlOf(engine, 'slo'),
    providers: engine.providers,
    needsSignature: () => true,
    now,
  });
  const request = reading((): PendingLogout => {
    const nameId = childNamed(root, NS.assertion, 'NameID');
    if (!nameId) throw new SamlRefusal('unsupported_request', 'NameID is missing.', provider);
    if (root.hasAttribute('NotOnOrAfter') && instant(root, 'NotOnOrAfter') <= now - CLOCK_SKEW_MS) {
      throw new SamlRefusal('expired_message', 'NotOnOrAfter has passed.', provider);
    }
    return {
      kind: 'logout',
      serviceId: provider.serviceId,
      requestId: id,
      relayState: carried.relayState,
      nameId: { format: attribute(nameId, 'Format') ?? NAME_ID.unspecified, value: textOf(nameId) },
      sessionIndexes: childrenNamed(root, NS.protocol, 'SessionIndex').map(textOf),
    };
  }, provider);
  if (!engine.store.note(provider.metadata.entityId, id, MESSAGE_VALID_MS + 2 * CLOCK_SKEW_MS)) {
    throw new SamlRefusal('replayed_message', 'A message of this ID has been taken before.', provider);
  }
  return engine.store.add(request, REQUEST_VALID_MS);
}

const isMeant = ({ nameId, sessionIndexes }: PendingLogout, participant: Participant): boolean =>
  participant.nameId.value === nameId.value &&
  (participant.nameId.format === nameId.format || nameId.format === NAME_ID.unspecified) &&
  (sessionIndexes.length === 0 || sessionIndexes.includes(participant.sessionIndex));

function redirectUrl(engine: Engine, location: string, xml: string, relayState: string): string {
  const parts = [
    `SAMLResponse=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`,
    ...(relayState === '' ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    `SigAlg=${encodeURIComponent(SIGNATURE_ALGORITHM)}`,
  ];
  const octets = parts.join('&');
  const signature = sign('RSA-SHA256', Buffer.from(octets), engine.key.privateKey).toString('base64');
  const glue = location.includes('?') ? '&' : '?';
  return `${location}${glue}${octets}&Signature=${encodeURIComponent(signature)}`;
}

function answer(engine: Engine, { request }: Kept<PendingLogout>, isKnown: boolean): LogoutAnswer {
  const { serviceId, requestId, relayState } = request;
  const { logoutServices } = providerNamed(engine, serviceId).metadata;
  const service = logoutServices.find(({ binding }) => binding === BINDING.redirect) ?? logoutServices[0];
  if (!service) return { kind: 'page', serviceId };
  const { binding, responseLocation } = service;
  const head = answerTo(engine, requestId, responseLocation);
  const xml = isKnown
    ? logoutResponseXml(head, STATUS.success)
    : logoutResponseXml(head, STATUS.requester, STATUS.unknownPrincipal);
  if (binding === BINDING.redirect) {
    return { kind: 'redirect', url: redirectUrl(engine, responseLocation, xml, relayState) };
  }
  const fields = {
    SAMLResponse: Buffer.from(signElement(xml, head.id, engine.key)).toString('base64'),
    ...(relayState !== '' && { RelayState: relayState }),
  };
  return { kind: 'posted', serviceId, action: responseLocation, fields };
}

/**
 * Signs out where a service asks for it: the sessions of this browser end when it is the person of the
 * request who is signed in. A browser in which the service has no session by us is signed out already.
 * @returns the answer, and Set-Cookie values.
 * @throws SamlRefusal when the request is gone.
 */
export async function endLogin(
  engine: Engine,
  id: string,
  browser: string,
  cookieHeader: string,
): Promise<{ readonly answer: LogoutAnswer; readonly cookies: readonly string[] }> {
  const kept = engine.store.logout(id);
  if (!kept || !engine.store.take(id)) {
    throw new SamlRefusal('request_ended', 'The request is unknown, finished or expired.');
  }
  const { request } = kept;
  const sessions = engine.store
    .participants(browser)
    .filter(({ serviceId }) => serviceId === request.serviceId);
  const meant = sessions.find((participant) => isMeant(request, participant));
  const isOurs = meant !== undefined && (await engine.portal.signedIn(cookieHeader)) === meant.userId;
  if (meant) engine.store.leave(browser);
  return {
    answer: answer(engine, kept, meant !== undefined || sessions.length === 0),
    cookies: isOurs ? await engine.portal.signOut(cookieHeader) : [],
  };
}
