import { BINDING, NAME_ID_FORMAT, NS } from '#server/config/saml/names.ts';
import { escapeXml } from './messages/write.ts';

type IdentityProvider = {
  readonly entityId: string;
  /** Certificates of the current signing key and of the next one. */
  readonly certificates: readonly string[];
  readonly ssoUrl: string;
  readonly sloUrl: string;
};

const BINDINGS = [BINDING.redirect, BINDING.post];

const endpoints = (name: string, url: string): string =>
  BINDINGS.map((binding) => `<${name} Binding="${binding}" Location="${escapeXml(url)}"/>`).join('');

const keyDescriptor = (certificate: string): string => {
  const key = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return `<KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${NS.signature}"><ds:X509Data><ds:X509Certificate>${key}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
};

/** The metadata of this identity provider (SAML Metadata, 2.4.3). */
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
