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

/** A text as the content of an element or attribute. */
export const escapeXml = (text: string): string =>
  text.replaceAll(INVALID_XML_CHARACTERS, '').replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** Milliseconds for which a message is valid. */
const MESSAGE_VALID_MS = 5 * 60_000;

const time = (at: number): string => new Date(at).toISOString();

const issuer = (entityId: string): string =>
  `<saml:Issuer xmlns:saml="${NS.assertion}">${escapeXml(entityId)}</saml:Issuer>`;

const status = (first: Status, second?: Status): string =>
  `<samlp:Status><samlp:StatusCode Value="${first}"${
    second ? `><samlp:StatusCode Value="${second}"/></samlp:StatusCode>` : '/>'
  }</samlp:Status>`;

/** The attributes of every answer. */
export type Envelope = {
  readonly id: string;
  /** Entity ID of this server. */
  readonly issuer: string;
  /** Address of the service for the answer. */
  readonly destination: string;
  /** ID of the message that is answered. */
  readonly inResponseTo: string;
  /** Epoch milliseconds. */
  readonly now: number;
};

const message = (
  name: string,
  { id, issuer: from, destination, now }: Omit<Envelope, 'inResponseTo'>,
  attributes: string,
  content: string,
) =>
  `<samlp:${name} xmlns:samlp="${NS.protocol}" ID="${id}" Version="2.0" IssueInstant="${time(now)}" Destination="${escapeXml(destination)}"${attributes}>${issuer(from)}${content}</samlp:${name}>`;

const envelope = (name: string, head: Envelope, content: string) =>
  message(name, head, ` InResponseTo="${escapeXml(head.inResponseTo)}"`, content);

/** The sessions that a LogoutRequest ends. */
export type EndedSession = {
  readonly nameId: { readonly format: string; readonly value: string };
  readonly sessionIndexes: readonly string[];
};

/** A request to end sessions, not yet signed (SAML Core, 3.7.1). */
export const logoutRequestXml = (
  head: Omit<Envelope, 'inResponseTo'>,
  { nameId, sessionIndexes }: EndedSession,
): string =>
  message(
    'LogoutRequest',
    head,
    ` NotOnOrAfter="${time(head.now + MESSAGE_VALID_MS)}" Reason="urn:oasis:names:tc:SAML:2.0:logout:user"`,
    [
      `<saml:NameID xmlns:saml="${NS.assertion}" Format="${nameId.format}">${escapeXml(nameId.value)}</saml:NameID>`,
      ...sessionIndexes.map((index) => `<samlp:SessionIndex>${escapeXml(index)}</samlp:SessionIndex>`),
    ].join(''),
  );

/** One attribute of a person; omitted when it has no values. */
export type Attribute = {
  readonly name: string;
  readonly friendlyName: string;
  readonly values: readonly string[];
};

/** Contents of an assertion. */
export type AssertionContents = {
  readonly id: string;
  /** Entity ID of the service provider. */
  readonly audience: string;
  readonly nameId: { readonly format: string; readonly value: string };
  readonly sessionIndex: string;
  readonly login: CompletedLogin;
  readonly contextClass: string;
  /** Epoch milliseconds at which the portal's session ends at the latest. */
  readonly sessionEndsAt: number;
  readonly attributes: readonly Attribute[];
};

/** Milliseconds by which the service's clock may be slow. */
const CLOCK_SKEW_MS = 60_000;

const isUri = (name: string): boolean => name.startsWith('urn:');

const attributeXml = ({ name, friendlyName, values }: Attribute): string =>
  `<saml:Attribute Name="${escapeXml(name)}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:${isUri(name) ? 'uri' : 'basic'}" FriendlyName="${escapeXml(friendlyName)}">${values
    .map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`;

function assertionXml(
  statement: AssertionContents,
  { issuer: from, destination, inResponseTo, now }: Envelope,
): string {
  const { id, audience, nameId, sessionIndex, login, contextClass, sessionEndsAt, attributes } = statement;
  const until = time(now + MESSAGE_VALID_MS);
  const nonEmpty = attributes.filter(({ values }) => values.length > 0);
  return [
    `<saml:Assertion xmlns:saml="${NS.assertion}" ID="${id}" Version="2.0" IssueInstant="${time(now)}">`,
    issuer(from),
    `<saml:Subject><saml:NameID Format="${nameId.format}">${escapeXml(nameId.value)}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData InResponseTo="${escapeXml(inResponseTo)}" NotOnOrAfter="${until}" Recipient="${escapeXml(destination)}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${time(now - CLOCK_SKEW_MS)}" NotOnOrAfter="${until}">`,
    `<saml:AudienceRestriction><saml:Audience>${escapeXml(audience)}</saml:Audience></saml:AudienceRestriction>`,
    '</saml:Conditions>',
    `<saml:AuthnStatement AuthnInstant="${time(login.at)}" SessionIndex="${sessionIndex}" SessionNotOnOrAfter="${time(sessionEndsAt)}">`,
    `<saml:AuthnContext><saml:AuthnContextClassRef>${contextClass}</saml:AuthnContextClassRef></saml:AuthnContext>`,
    '</saml:AuthnStatement>',
    ...(nonEmpty.length > 0
      ? [`<saml:AttributeStatement>${nonEmpty.map(attributeXml).join('')}</saml:AttributeStatement>`]
      : []),
    '</saml:Assertion>',
  ].join('');
}

/** A response with one assertion, not yet signed (SAML Profiles, 4.1.4.2). */
export const responseXml = (head: Envelope, statement: AssertionContents): string =>
  envelope('Response', head, status(STATUS.success) + assertionXml(statement, head));

/** A response with an error status and no assertion. */
export const refusedResponseXml = (head: Envelope, first: Status, second: Status): string =>
  envelope('Response', head, status(first, second));

/** The answer to a LogoutRequest (SAML Core, 3.7.2). */
export const logoutResponseXml = (head: Envelope, first: Status, second?: Status): string =>
  envelope('LogoutResponse', head, status(first, second));
