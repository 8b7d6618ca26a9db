import { NS, STATUS, type Status } from '#server/config/saml/names.ts';
import type { CompletedLogin } from '#server/login/engine.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

// XML 1.0 cannot represent these characters, escaped or not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const INVALID_XML_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Escapes a text for the content of an element or attribute. */
export const escapeXml = (text: string): string =>
  text.replaceAll(INVALID_XML_CHARACTERS, '').replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** How long a message is valid. */
const MESSAGE_VALID_MS = 5 * 60_000;

const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();

const issuerXml = (entityId: string): string =>
  `<saml:Issuer xmlns:saml="${NS.assertion}">${escapeXml(entityId)}</saml:Issuer>`;

/** A status with a top-level and, if necessary, a second-level status code (SAML Core, 3.2.2.2). */
const statusXml = (statusCode: Status, secondStatusCode?: Status): string =>
  `<samlp:Status><samlp:StatusCode Value="${statusCode}"${
    secondStatusCode ? `><samlp:StatusCode Value="${secondStatusCode}"/></samlp:StatusCode>` : '/>'
  }</samlp:Status>`;

/** The attributes of every response. */
export type Envelope = {
  readonly id: string;
  /** The entity ID of the portal. */
  readonly issuer: string;
  /** The address of the service that receives the response. */
  readonly destination: string;
  /** The ID of the answered message. */
  readonly inResponseTo: string;
  /** When the response is written, in epoch milliseconds. */
  readonly now: number;
};

/** An element of the SAML protocol. */
const messageXml = (
  name: string,
  { id, issuer, destination, now }: Omit<Envelope, 'inResponseTo'>,
  attributes: string,
  content: string,
) =>
  `<samlp:${name} xmlns:samlp="${NS.protocol}" ID="${id}" Version="2.0" IssueInstant="${isoTime(now)}" Destination="${escapeXml(destination)}"${attributes}>${issuerXml(issuer)}${content}</samlp:${name}>`;

/** An element that responds to a message. */
const responseElementXml = (name: string, envelope: Envelope, content: string) =>
  messageXml(name, envelope, ` InResponseTo="${escapeXml(envelope.inResponseTo)}"`, content);

/** The sessions that a LogoutRequest ends. */
export type EndedSession = {
  readonly nameId: { readonly format: string; readonly value: string };
  readonly sessionIndexes: readonly string[];
};

/** A LogoutRequest before it is signed (SAML Core, 3.7.1). */
export const logoutRequestXml = (
  envelope: Omit<Envelope, 'inResponseTo'>,
  { nameId, sessionIndexes }: EndedSession,
): string =>
  messageXml(
    'LogoutRequest',
    envelope,
    ` NotOnOrAfter="${isoTime(envelope.now + MESSAGE_VALID_MS)}" Reason="urn:oasis:names:tc:SAML:2.0:logout:user"`,
    [
      `<saml:NameID xmlns:saml="${NS.assertion}" Format="${nameId.format}">${escapeXml(nameId.value)}</saml:NameID>`,
      ...sessionIndexes.map((index) => `<samlp:SessionIndex>${escapeXml(index)}</samlp:SessionIndex>`),
    ].join(''),
  );

/** An attribute of a person. An attribute without values is left out of the assertion. */
export type Attribute = {
  readonly name: string;
  readonly friendlyName: string;
  readonly values: readonly string[];
};

/** The content of an assertion. */
export type AssertionContents = {
  readonly id: string;
  /** The entity ID of the service provider. */
  readonly audience: string;
  readonly nameId: { readonly format: string; readonly value: string };
  readonly sessionIndex: string;
  readonly login: CompletedLogin;
  readonly contextClass: string;
  /** When the portal session ends at the latest, in epoch milliseconds. */
  readonly sessionEndsAt: number;
  readonly attributes: readonly Attribute[];
};

/** How far the clock of a service may be behind. */
const CLOCK_SKEW_MS = 60_000;

const isUri = (name: string): boolean => name.startsWith('urn:');

const attributeXml = ({ name, friendlyName, values }: Attribute): string =>
  `<saml:Attribute Name="${escapeXml(name)}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:${isUri(name) ? 'uri' : 'basic'}" FriendlyName="${escapeXml(friendlyName)}">${values
    .map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`;

function assertionXml(
  assertion: AssertionContents,
  { issuer, destination, inResponseTo, now }: Envelope,
): string {
  const { id, audience, nameId, sessionIndex, login, contextClass, sessionEndsAt, attributes } = assertion;
  const until = isoTime(now + MESSAGE_VALID_MS);
  const attributesWithValues = attributes.filter(({ values }) => values.length > 0);
  return [
    `<saml:Assertion xmlns:saml="${NS.assertion}" ID="${id}" Version="2.0" IssueInstant="${isoTime(now)}">`,
    issuerXml(issuer),
    `<saml:Subject><saml:NameID Format="${nameId.format}">${escapeXml(nameId.value)}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData InResponseTo="${escapeXml(inResponseTo)}" NotOnOrAfter="${until}" Recipient="${escapeXml(destination)}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${isoTime(now - CLOCK_SKEW_MS)}" NotOnOrAfter="${until}">`,
    `<saml:AudienceRestriction><saml:Audience>${escapeXml(audience)}</saml:Audience></saml:AudienceRestriction>`,
    '</saml:Conditions>',
    `<saml:AuthnStatement AuthnInstant="${isoTime(login.at)}" SessionIndex="${sessionIndex}" SessionNotOnOrAfter="${isoTime(sessionEndsAt)}">`,
    `<saml:AuthnContext><saml:AuthnContextClassRef>${contextClass}</saml:AuthnContextClassRef></saml:AuthnContext>`,
    '</saml:AuthnStatement>',
    ...(attributesWithValues.length > 0
      ? [
          `<saml:AttributeStatement>${attributesWithValues.map(attributeXml).join('')}</saml:AttributeStatement>`,
        ]
      : []),
    '</saml:Assertion>',
  ].join('');
}

/** A response with an assertion, before both are signed (SAML Profiles, 4.1.4.2). */
export const responseXml = (envelope: Envelope, assertion: AssertionContents): string =>
  responseElementXml('Response', envelope, statusXml(STATUS.success) + assertionXml(assertion, envelope));

/** A response with an error status and without an assertion. */
export const errorResponseXml = (envelope: Envelope, statusCode: Status, secondStatusCode: Status): string =>
  responseElementXml('Response', envelope, statusXml(statusCode, secondStatusCode));

/** A LogoutResponse before it is signed (SAML Core, 3.7.2). */
export const logoutResponseXml = (
  envelope: Envelope,
  statusCode: Status,
  secondStatusCode?: Status,
): string => responseElementXml('LogoutResponse', envelope, statusXml(statusCode, secondStatusCode));
