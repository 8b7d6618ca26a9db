import type { ServiceProvider } from '#server/config/client.ts';
import { NS } from '#server/config/saml/names.ts';
import { parseXml } from '#server/config/saml/parse.ts';
import { attribute, childNamed, elementText, timeAttribute } from '#server/config/saml/read.ts';
import { SamlRefusal } from '#server/protocols/saml/refusal.ts';
import { checkQuerySignature, isUntrusted, signedRoot } from '#server/protocols/saml/xml/signature.ts';
import type { RawMessage } from './binding.ts';

/** A message whose sender, age and destination were checked. */
export type ReceivedMessage = {
  readonly provider: ServiceProvider;
  /** The root element of the message. In a signed message it contains only the content that the signature covers. */
  readonly root: Element;
  readonly id: string;
  readonly isSigned: boolean;
};

/** The requirements for a message. */
export type ExpectedMessage = {
  /** The local name of the root element. */
  readonly message: 'AuthnRequest' | 'LogoutRequest' | 'LogoutResponse';
  /** The required Destination. */
  readonly destination: string;
  /** The service providers by entity ID. */
  readonly providers: ReadonlyMap<string, ServiceProvider>;
  readonly requiresSignature: (provider: ServiceProvider) => boolean;
  /** The current time, in epoch milliseconds. */
  readonly now: number;
};

/** Maximum age of a message in milliseconds. */
export const MESSAGE_VALID_MS = 5 * 60_000;

/** Tolerated difference between the clocks of a service and the server, in milliseconds. */
export const CLOCK_SKEW_MS = 3 * 60_000;

/** An ID that is long enough to be unique. */
const MESSAGE_ID = /^[A-Za-z_][\w.-]{7,255}$/;

/** Runs `read`, and turns an error about an untrusted document into a refusal. */
export function refuseUntrusted<Value>(read: () => Value, provider: ServiceProvider | null = null): Value {
  try {
    return read();
  } catch (error) {
    if (!isUntrusted(error)) throw error;
    const code = error.name === 'SignatureError' ? 'signature_invalid' : 'malformed_message';
    throw new SamlRefusal(code, `The message cannot be used: ${error.message}.`, provider);
  }
}

function issuerOf(root: Element): string {
  return elementText(childNamed(root, NS.assertion, 'Issuer'));
}

/**
 * The root element with the content that the signature of a message covers; null when the message is not signed.
 * @throws SignatureError when a signature is invalid
 */
function signedPart(rawMessage: RawMessage, root: Element, provider: ServiceProvider): Element | null {
  const { certificates } = provider.metadata;
  const signedElement = signedRoot(rawMessage.xml, root, certificates);
  if (!rawMessage.signature) return signedElement;
  const { octets, algorithm, value } = rawMessage.signature;
  checkQuerySignature(octets, algorithm, value, certificates);
  return signedElement ?? root;
}

function checkAge(root: Element, now: number, provider: ServiceProvider): void {
  const issuedAt = timeAttribute(root, 'IssueInstant');
  if (issuedAt > now + CLOCK_SKEW_MS) {
    throw new SamlRefusal('expired_message', 'IssueInstant lies in the future.', provider);
  }
  if (issuedAt < now - MESSAGE_VALID_MS - CLOCK_SKEW_MS) {
    throw new SamlRefusal('expired_message', 'The message is too old.', provider);
  }
}

function checkDestination(
  root: Element,
  destination: string,
  isSigned: boolean,
  provider: ServiceProvider,
): void {
  const destinationAttribute = attribute(root, 'Destination');
  if (destinationAttribute === destination || (destinationAttribute === null && !isSigned)) return;
  throw new SamlRefusal('wrong_destination', 'The message is not meant for this address.', provider);
}

/**
 * Reads a message of a service provider, and checks sender, signature, destination and age. A signature that is not
 * required has to be valid, too.
 * @throws SamlRefusal when the message does not pass a check
 */
export function receiveMessage(rawMessage: RawMessage, expected: ExpectedMessage): ReceivedMessage {
  const root = refuseUntrusted(() => parseXml(rawMessage.xml));
  const { message, destination, providers, requiresSignature, now } = expected;
  if (
    root.namespaceURI !== NS.protocol ||
    root.localName !== message ||
    attribute(root, 'Version') !== '2.0'
  ) {
    throw new SamlRefusal('malformed_message', `The message is not a SAML 2.0 ${message}.`);
  }
  const provider = providers.get(refuseUntrusted(() => issuerOf(root)));
  if (!provider) throw new SamlRefusal('unknown_service_provider', 'The issuer is not registered here.');

  return refuseUntrusted(() => {
    const signedElement = signedPart(rawMessage, root, provider);
    if (!signedElement && requiresSignature(provider)) {
      throw new SamlRefusal('signature_missing', 'The message has to be signed.', provider);
    }
    const trustedRoot = signedElement ?? root;
    if (trustedRoot.localName !== message || issuerOf(trustedRoot) !== provider.metadata.entityId) {
      throw new SamlRefusal('signature_invalid', 'The signature covers another message.', provider);
    }
    const id = attribute(trustedRoot, 'ID') ?? '';
    if (!MESSAGE_ID.test(id))
      throw new SamlRefusal('malformed_message', 'The ID is missing or too short.', provider);
    checkDestination(trustedRoot, destination, signedElement !== null, provider);
    checkAge(trustedRoot, now, provider);
    return { provider, root: trustedRoot, id, isSigned: signedElement !== null };
  }, provider);
}
