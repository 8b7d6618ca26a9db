/** XML namespaces of SAML 2.0 and related specifications. */
export const NS = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  ui: 'urn:oasis:names:tc:SAML:metadata:ui',
} as const;

/** The supported bindings of messages (SAML Bindings, 3.4 and 3.5). */
export const BINDING = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const;

/** Formats of name identifiers (SAML Core, 8.3). */
export const NAME_ID_FORMAT = {
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
} as const;
export type NameIdFormat = (typeof NAME_ID_FORMAT)[keyof typeof NAME_ID_FORMAT];

export const isNameIdFormat = (value: string): value is NameIdFormat =>
  Object.values<string>(NAME_ID_FORMAT).includes(value);

/** Status codes of responses (SAML Core, 3.2.2.2). */
export const STATUS = {
  success: 'urn:oasis:names:tc:SAML:2.0:status:Success',
  requester: 'urn:oasis:names:tc:SAML:2.0:status:Requester',
  responder: 'urn:oasis:names:tc:SAML:2.0:status:Responder',
  authnFailed: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed',
  invalidNameIdPolicy: 'urn:oasis:names:tc:SAML:2.0:status:InvalidNameIDPolicy',
  noAuthnContext: 'urn:oasis:names:tc:SAML:2.0:status:NoAuthnContext',
  noPassive: 'urn:oasis:names:tc:SAML:2.0:status:NoPassive',
  partialLogout: 'urn:oasis:names:tc:SAML:2.0:status:PartialLogout',
  unknownPrincipal: 'urn:oasis:names:tc:SAML:2.0:status:UnknownPrincipal',
} as const;
export type Status = (typeof STATUS)[keyof typeof STATUS];
