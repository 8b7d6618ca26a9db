import { BINDING, NAME_ID_FORMAT, NS } from '#server/config/saml/names.ts';
import { escapeXml } from './messages/write.ts';

/** The values in the metadata of the portal. */
type IdentityProvider = {
  readonly entityId: string;
  /** The certificates of the current and the next signing key. */
  readonly certificates: readonly string[];
  /** The address for AuthnRequests. */
  readonly ssoUrl: string;
  /** The address for single logout. */
  readonly sloUrl: string;
};

const BINDINGS = [BINDING.redirect, BINDING.post];

const endpoints = (name: string, url: string): string =>
  BINDINGS.map((binding) => `<${name} Binding="${binding}" Location="${escapeXml(url)}"/>`).join('');

const keyDescriptor = (certificate: string): string => {
  const encodedCertificate = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return `<KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${NS.signature}"><ds:X509Data><ds:X509Certificate>${encodedCertificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
};

/** The metadata of the portal as an identity provider (SAML Metadata, 2.4.3). */
export function idpMetadata({ entityId, certificates, ssoUrl, sloUrl }: IdentityProvider): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<EntityDescriptor xmlns="${NS.metadata}" entityID="${escapeXml(entityId)}">`,
    `<IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="${NS.protocol}">`,
    ...certificates.map(keyDescriptor),
    endpoints('SingleLogoutService', sloUrl),
    ...Object.values(NAME_ID_FORMAT).map((format) => `<NameIDFormat>${format}</NameIDFormat>`),
    endpoints('SingleSignOnService', ssoUrl),
    '</IDPSSODescriptor>',
    '</EntityDescriptor>',
  ].join('\n');
}
