import { X509Certificate } from 'node:crypto';
import { BINDING, NS } from './names.ts';
import { parseXml, XmlError } from './parse.ts';
import { attribute, childNamed, childrenNamed, flag, textOf } from './read.ts';

/** An endpoint of a service provider for responses, by HTTP-POST. */
export type ConsumerService = {
  readonly location: string;
  readonly index: number;
  readonly isDefault: boolean;
};

/** An endpoint of a service provider for single logout. */
export type LogoutService = {
  readonly binding: typeof BINDING.redirect | typeof BINDING.post;
  /** Its address for requests. */
  readonly location: string;
  /** Its address for answers to requests that it has sent. */
  readonly responseLocation: string;
};

/** The metadata of a service provider. */
export type SpMetadata = {
  readonly entityId: string;
  readonly consumerServices: readonly ConsumerService[];
  readonly logoutServices: readonly LogoutService[];
  /** Certificates in PEM with whose keys it may sign. */
  readonly certificates: readonly string[];
  readonly signsRequests: boolean;
  /** Name formats in the order of its preference. */
  readonly nameIdFormats: readonly string[];
};

const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !new URL(value).username;

function location(element: Element, name = 'Location'): string {
  const value = attribute(element, name) ?? '';
  if (!isWebAddress(value)) throw new XmlError(`${name} of ${element.localName} is not an http or https URL`);
  return value;
}

function consumerServices(descriptor: Element): readonly ConsumerService[] {
  const services = childrenNamed(descriptor, NS.metadata, 'AssertionConsumerService')
    .filter((element) => attribute(element, 'Binding') === BINDING.post)
    .map((element) => ({
      location: location(element),
      index: Number(attribute(element, 'index') ?? '0'),
      isDefault: flag(element, 'isDefault'),
    }));
  if (services.length === 0) throw new XmlError('no AssertionConsumerService supports HTTP-POST');
  return services;
}

function logoutServices(descriptor: Element): readonly LogoutService[] {
  return childrenNamed(descriptor, NS.metadata, 'SingleLogoutService').flatMap((element) => {
    const binding = attribute(element, 'Binding');
    if (binding !== BINDING.redirect && binding !== BINDING.post) return [];
    const requestLocation = location(element);
    const responseLocation = element.hasAttribute('ResponseLocation')
      ? location(element, 'ResponseLocation')
      : requestLocation;
    return [{ binding, location: requestLocation, responseLocation }];
  });
}

function pemOf(encoded: string): string {
  const lines = encoded.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? [];
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  try {
    return new X509Certificate(pem).toString();
  } catch {
    throw new XmlError('an X509Certificate cannot be read');
  }
}

function certificates(descriptor: Element): readonly string[] {
  return childrenNamed(descriptor, NS.metadata, 'KeyDescriptor')
    .filter((key) => (attribute(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => childrenNamed(key, NS.signature, 'KeyInfo'))
    .flatMap((info) => childrenNamed(info, NS.signature, 'X509Data'))
    .flatMap((data) => childrenNamed(data, NS.signature, 'X509Certificate'))
    .map((certificate) => pemOf(textOf(certificate)));
}

const COMMENT = /<!--[\s\S]*?-->/g;

/** A document without comments, which generated metadata may contain. */
export const withoutComments = (xml: string): string => xml.replaceAll(COMMENT, '');

/** The description of a service provider in an EntityDescriptor; null when the entity is not a service provider. */
export const spDescriptor = (entity: Element): Element | null =>
  childNamed(entity, NS.metadata, 'SPSSODescriptor');

/**
 * Reads the metadata of one service provider (SAML Metadata, 2.4.4). It comes from the operator, so it may contain
 * comments.
 * @throws XmlError that names the missing or invalid part.
 */
export const readSpMetadata = (xml: string): SpMetadata => spMetadataOf(parseXml(withoutComments(xml)));

/**
 * The metadata in an EntityDescriptor.
 * @throws XmlError that names the missing or invalid part.
 */
export function spMetadataOf(root: Element): SpMetadata {
  if (root.namespaceURI !== NS.metadata || root.localName !== 'EntityDescriptor') {
    throw new XmlError('it is not an EntityDescriptor');
  }
  const entityId = attribute(root, 'entityID')?.trim() ?? '';
  if (entityId === '' || entityId.length > 1024) throw new XmlError('entityID is missing or too long');
  const descriptor = spDescriptor(root);
  if (!descriptor) throw new XmlError('it describes no service provider (SPSSODescriptor)');
  const supported = (attribute(descriptor, 'protocolSupportEnumeration') ?? '').split(/\s+/);
  if (!supported.includes(NS.protocol)) throw new XmlError('the service provider does not support SAML 2.0');

  const keys = certificates(descriptor);
  const signsRequests = flag(descriptor, 'AuthnRequestsSigned');
  if (signsRequests && keys.length === 0)
    throw new XmlError('requests are signed, but no certificate is given');
  return {
    entityId,
    consumerServices: consumerServices(descriptor),
    logoutServices: logoutServices(descriptor),
    certificates: keys,
    signsRequests,
    nameIdFormats: childrenNamed(descriptor, NS.metadata, 'NameIDFormat').map(textOf),
  };
}

/** The endpoint to notify of a sign-out; null when the metadata names no supported binding. */
export const logoutServiceOf = ({ logoutServices }: SpMetadata): LogoutService | null =>
  logoutServices.find(({ binding }) => binding === BINDING.redirect) ?? logoutServices[0] ?? null;

/** Origins to which messages to a service provider may be posted. */
export const origins = ({ consumerServices, logoutServices }: SpMetadata): readonly string[] => [
  ...new Set(
    [
      ...consumerServices.map((service) => service.location),
      ...logoutServices.flatMap((service) => [service.location, service.responseLocation]),
    ].map((address) => new URL(address).origin),
  ),
];
