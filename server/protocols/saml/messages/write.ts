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
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const INVALID_XML_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** A text as the content of an element or attribute. */
export const escapeXml = (text: string): string =>
  text.replaceAll(INVALID_XML_CHARACTERS, '').replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** How long a message may take to reach its service, in milliseconds. */
const MESSAGE_VALID_MS = 5 * 60_000;

const time = (at: number): string => new Date(at).toISOString();

const issuer = (entityId: string): string =>
  `<saml:Issuer xmlns:saml="${NS.assertion}">${escapeXml(entityId)}</saml:Issuer>`;

const status = (first: Status, second?: Status): string =>
  `<samlp:Status><samlp:StatusCode Value="${first}"${
    second ? `><samlp:StatusCode Value="${second}"/></samlp:StatusCode>` : '/>'
  }</samlp:Status>`;

/** What every answer names. */
export type Envelope = {
  readonly id: string;
  /** Entity ID of this server. */
  readonly issuer: string;
  /** Where the answer goes. */
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

/** A session that a service provider is to end. */
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

/** One attribute of a person; an empty list of values is not written. */
export type Attribute = {
  readonly name: string;
  readonly friendlyName: string;
  readonly values: readonly string[];
};

/** Contents of an assertion. */
export type Statement = {
  readonly id: string;
  /** Entity ID of the service provider that it is meant for. */
  readonly audience: string;
  readonly nameId: { readonly format: string; readonly value: string };
  readonly sessionIndex: string;
  readonly login: CompletedLogin;
  readonly contextClass: string;
  /** Epoch milliseconds at which the portal's session ends at the latest. */
  readonly sessionEndsAt: number;
  readonly attributes: readonly Attribute[];
};

/** How far the service's clock may be behind, in milliseconds. */
const EARLIER_MS = 60_000;

const isUri = (name: string): boolean => name.startsWith('urn:');

const attributeXml = ({ name, friendlyName, values }: Attribute): string =>
  `<saml:Attribute Name="${escapeXml(name)}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:${isUri(name) ? 'uri' : 'basic'}" FriendlyName="${escapeXml(friendlyName)}">${values
    .map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`;

function assertionXml(
  statement: Statement,
  { issuer: from, destination, inResponseTo, now }: Envelope,
): string {
  const { id, audience, nameId, sessionIndex, login, contextClass, sessionEndsAt, attributes } = statement;
  const until = time(now + MESSAGE_VALID_MS);
  const written = attributes.filter(({ values }) => values.length > 0);
  return [
    `<saml:Assertion xmlns:saml="${NS.assertion}" ID="${id}" Version="2.0" IssueInstant="${time(now)}">`,
    issuer(from),
    `<saml:Subject><saml:NameID Format="${nameId.format}">${escapeXml(nameId.value)}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData InResponseTo="${escapeXml(inResponseTo)}" NotOnOrAfter="${until}" Recipient="${escapeXml(destination)}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${time(now - EARLIER_MS)}" NotOnOrAfter="${until}">`,
    `<saml:AudienceRestriction><saml:Audience>${escapeXml(audience)}</saml:Audience></saml:AudienceRestriction>`,
    '</saml:Conditions>',
    `<saml:AuthnStatement AuthnInstant="${time(login.at)}" SessionIndex="${sessionIndex}" SessionNotOnOrAfter="${time(sessionEndsAt)}">`,
    `<saml:AuthnContext><saml:AuthnContextClassRef>${contextClass}</saml:AuthnContextClassRef></saml:AuthnContext>`,
    '</saml:AuthnStatement>',
    ...(written.length > 0
      ? [`<saml:AttributeStatement>${written.map(attributeXml).join('')}</saml:AttributeStatement>`]
      : []),
    '</saml:Assertion>',
  ].join('');
}

/** A response with one assertion, not yet signed (SAML Profiles, 4.1.4.2). */
export const responseXml = (head: Envelope, statement: Statement): string =>
  envelope('Response', head, status(STATUS.success) + assertionXml(statement, head));

/** A response with an error status and no assertion. */
export const refusedResponseXml = (head: Envelope, first: Status, second: Status): string =>
  envelope('Response', head, status(first, second));

/** The answer to a LogoutRequest (SAML Core, 3.7.2). */
export const logoutResponseXml = (head: Envelope, first: Status, second?: Status): string =>
  envelope('LogoutResponse', head, status(first, second));
