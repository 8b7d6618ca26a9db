import type { ServiceProvider } from '#server/config/client.ts';
import { NS } from '#server/config/saml/names.ts';
import { parseXml } from '#server/config/saml/parse.ts';
import { attribute, childNamed, elementText, timeAttribute } from '#server/config/saml/read.ts';
import { SamlRefusal } from '#server/protocols/saml/refusal.ts';
import { checkQuerySignature, isUntrusted, signedRoot } from '#server/protocols/saml/xml/signature.ts';
import type { RawMessage } from './binding.ts';

/** A message after the checks of sender, age and destination. */
export type ReceivedMessage = {
  readonly provider: ServiceProvider;
  /** The message; when it is signed, only the part that the signature covers. */
  readonly root: Element;
  readonly id: string;
  readonly isSigned: boolean;
};

export type ExpectedMessage = {
  /** Local name of the message. */
  readonly message: 'AuthnRequest' | 'LogoutRequest' | 'LogoutResponse';
  /** The required Destination. */
  readonly destination: string;
  /** Service providers by entity ID. */
  readonly providers: ReadonlyMap<string, ServiceProvider>;
  readonly needsSignature: (provider: ServiceProvider) => boolean;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Maximum age of a message in milliseconds. */
export const MESSAGE_VALID_MS = 5 * 60_000;

/** Tolerated difference of clocks in milliseconds. */
export const CLOCK_SKEW_MS = 3 * 60_000;

const ID = /^[A-Za-z_][\w.-]{7,255}$/;

/** Turns an error from reading an untrusted document into a refusal. */
export function refusingUntrusted<Value>(read: () => Value, provider: ServiceProvider | null = null): Value {
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
 * Reads a message of a service provider and checks its sender, signature, destination and age. An optional signature
 * has to be valid, too.
 * @throws SamlRefusal
 */
export function receive(rawMessage: RawMessage, expected: ExpectedMessage): ReceivedMessage {
  const root = refusingUntrusted(() => parseXml(rawMessage.xml));
  const { message, destination, providers, needsSignature, now } = expected;
  if (
    root.namespaceURI !== NS.protocol ||
    root.localName !== message ||
    attribute(root, 'Version') !== '2.0'
  ) {
    throw new SamlRefusal('malformed_message', `The message is not a SAML 2.0 ${message}.`);
  }
  const provider = providers.get(refusingUntrusted(() => issuerOf(root)));
  if (!provider) throw new SamlRefusal('unknown_service_provider', 'The issuer is not registered here.');

  return refusingUntrusted(() => {
    const signedElement = signedPart(rawMessage, root, provider);
    if (!signedElement && needsSignature(provider)) {
      throw new SamlRefusal('signature_missing', 'The message has to be signed.', provider);
    }
    const trustedRoot = signedElement ?? root;
    if (trustedRoot.localName !== message || issuerOf(trustedRoot) !== provider.metadata.entityId) {
      throw new SamlRefusal('signature_invalid', 'The signature covers another message.', provider);
    }
    const id = attribute(trustedRoot, 'ID') ?? '';
    if (!ID.test(id)) throw new SamlRefusal('malformed_message', 'The ID is missing or too short.', provider);
    checkDestination(trustedRoot, destination, signedElement !== null, provider);
    checkAge(trustedRoot, now, provider);
    return { provider, root: trustedRoot, id, isSigned: signedElement !== null };
  }, provider);
}
