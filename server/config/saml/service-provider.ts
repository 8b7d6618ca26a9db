import { X509Certificate } from 'node:crypto';
import { BINDING, NS } from './names.ts';
import { parseXml, XmlError } from './parse.ts';
import { attribute, booleanAttribute, childNamed, childrenNamed, elementText } from './read.ts';

/** An endpoint of a service provider that receives responses through HTTP-POST (AssertionConsumerService). */
export type ConsumerService = {
  readonly location: string;
  readonly index: number;
  readonly isDefault: boolean;
};

/** An endpoint of a service provider for single logout (SingleLogoutService). */
export type LogoutService = {
  readonly binding: typeof BINDING.redirect | typeof BINDING.post;
  /** Address for logout requests of the portal. */
  readonly location: string;
  /** Address for responses to logout requests of the service provider. */
  readonly responseLocation: string;
};

/** The metadata of a service provider. */
export type SpMetadata = {
  readonly entityId: string;
  readonly consumerServices: readonly ConsumerService[];
  readonly logoutServices: readonly LogoutService[];
  /** PEM certificates of the keys with which the service provider may sign. */
  readonly certificates: readonly string[];
  readonly signsRequests: boolean;
  /** Formats of name identifiers that the service provider accepts, the preferred format first. */
  readonly nameIdFormats: readonly string[];
};

const isHttpUrl = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !new URL(value).username;

function locationOf(element: Element, name = 'Location'): string {
  const value = attribute(element, name) ?? '';
  if (!isHttpUrl(value)) throw new XmlError(`${name} of ${element.localName} is not an http or https URL`);
  return value;
}

function consumerServicesIn(descriptor: Element): readonly ConsumerService[] {
  const services = childrenNamed(descriptor, NS.metadata, 'AssertionConsumerService')
    .filter((element) => attribute(element, 'Binding') === BINDING.post)
    .map((element) => ({
      location: locationOf(element),
      index: Number(attribute(element, 'index') ?? '0'),
      isDefault: booleanAttribute(element, 'isDefault'),
    }));
  if (services.length === 0) throw new XmlError('no AssertionConsumerService supports HTTP-POST');
  return services;
}

function logoutServicesIn(descriptor: Element): readonly LogoutService[] {
  return childrenNamed(descriptor, NS.metadata, 'SingleLogoutService').flatMap((element) => {
    const binding = attribute(element, 'Binding');
    if (binding !== BINDING.redirect && binding !== BINDING.post) return [];
    const requestLocation = locationOf(element);
    const responseLocation = element.hasAttribute('ResponseLocation')
      ? locationOf(element, 'ResponseLocation')
      : requestLocation;
    return [{ binding, location: requestLocation, responseLocation }];
  });
}

function pemOf(base64: string): string {
  const lines = base64.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? [];
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  try {
    return new X509Certificate(pem).toString();
  } catch {
    throw new XmlError('an X509Certificate cannot be read');
  }
}

function signingCertificatesIn(descriptor: Element): readonly string[] {
  return childrenNamed(descriptor, NS.metadata, 'KeyDescriptor')
    .filter((key) => (attribute(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => childrenNamed(key, NS.signature, 'KeyInfo'))
    .flatMap((info) => childrenNamed(info, NS.signature, 'X509Data'))
    .flatMap((data) => childrenNamed(data, NS.signature, 'X509Certificate'))
    .map((certificate) => pemOf(elementText(certificate)));
}

/** Maximum length of an entity ID (SAML Core, 8.3.6). */
const MAX_ENTITY_ID_CHARS = 1024;

const COMMENT = /<!--[\s\S]*?-->/g;

/** Removes the comments from an XML document. */
export const withoutComments = (xml: string): string => xml.replaceAll(COMMENT, '');

/** The SPSSODescriptor in an EntityDescriptor; null when the entity is not a service provider. */
export const spDescriptor = (entity: Element): Element | null =>
  childNamed(entity, NS.metadata, 'SPSSODescriptor');

/**
 * Reads the metadata of one service provider (SAML Metadata, 2.4.4). Comments are allowed, because the operator
 * supplies the metadata.
 * @throws XmlError that names the missing or invalid part
 */
export const readSpMetadata = (xml: string): SpMetadata => spMetadataOf(parseXml(withoutComments(xml)));

/**
 * The metadata of the service provider in an EntityDescriptor.
 * @throws XmlError that names the missing or invalid part
 */
export function spMetadataOf(root: Element): SpMetadata {
  if (root.namespaceURI !== NS.metadata || root.localName !== 'EntityDescriptor') {
    throw new XmlError('it is not an EntityDescriptor');
  }
  const entityId = attribute(root, 'entityID')?.trim() ?? '';
  if (entityId === '' || entityId.length > MAX_ENTITY_ID_CHARS)
    throw new XmlError('entityID is missing or too long');
  const descriptor = spDescriptor(root);
  if (!descriptor) throw new XmlError('it describes no service provider (SPSSODescriptor)');
  const supportedProtocols = (attribute(descriptor, 'protocolSupportEnumeration') ?? '').split(/\s+/);
  if (!supportedProtocols.includes(NS.protocol))
    throw new XmlError('the service provider does not support SAML 2.0');

  const certificates = signingCertificatesIn(descriptor);
  const signsRequests = booleanAttribute(descriptor, 'AuthnRequestsSigned');
  if (signsRequests && certificates.length === 0)
    throw new XmlError('requests are signed, but no certificate is given');
  return {
    entityId,
    consumerServices: consumerServicesIn(descriptor),
    logoutServices: logoutServicesIn(descriptor),
    certificates,
    signsRequests,
    nameIdFormats: childrenNamed(descriptor, NS.metadata, 'NameIDFormat').map(elementText),
  };
}

/** The endpoint for single logout, preferably with HTTP-Redirect; null when the metadata has no supported endpoint. */
export const logoutServiceOf = ({ logoutServices }: SpMetadata): LogoutService | null =>
  logoutServices.find(({ binding }) => binding === BINDING.redirect) ?? logoutServices[0] ?? null;

/** Origins to which messages to a service provider may be posted. */
export const messageOrigins = ({ consumerServices, logoutServices }: SpMetadata): readonly string[] => [
  ...new Set(
    [
      ...consumerServices.map((service) => service.location),
      ...logoutServices.flatMap((service) => [service.location, service.responseLocation]),
    ].map((address) => new URL(address).origin),
  ),
];
