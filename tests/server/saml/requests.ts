import { randomBytes, sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { SIGNATURE_ALGORITHM, signElement } from '#server/protocols/saml/xml/signature.ts';
import { type SamlServer, SP_KEY, UNSIGNED_SERVICE } from './saml-server.ts';

/** The ID of a new message. */
export const newId = (): string => `_${randomBytes(16).toString('hex')}`;

export type RequestValues = {
  readonly id?: string;
  readonly origin?: string;
  readonly issuer?: string;
  readonly destination?: string | null;
  /** Epoch milliseconds. */
  readonly issuedAt?: number;
  /** Further attributes, in XML. */
  readonly attributes?: string;
  /** Elements after the issuer, in XML. */
  readonly inside?: string;
  /** The text before the root. */
  readonly prolog?: string;
};

/** An AuthnRequest, not signed. */
export function authnRequest(server: Pick<SamlServer, 'origin' | 'now'>, values: RequestValues = {}): string {
  const {
    id = newId(),
    origin = UNSIGNED_SERVICE.origin,
    issuer = `${origin}/sp`,
    attributes = '',
    inside = '',
  } = values;
  const { destination = `${server.origin}/saml/sso`, issuedAt = server.now(), prolog = '' } = values;
  const destinationAttribute = destination === null ? '' : ` Destination="${destination}"`;
  return `${prolog}<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date(issuedAt).toISOString()}"${destinationAttribute} ${attributes}><saml:Issuer>${issuer}</saml:Issuer>${inside}</samlp:AuthnRequest>`;
}

/** A LogoutRequest, not signed. */
export const logoutRequest = (
  server: SamlServer,
  origin: string,
  nameId: string,
  { id = newId(), attributes = '', inside = '' }: RequestValues = {},
): string =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date(server.now()).toISOString()}" Destination="${server.origin}/saml/slo" ${attributes}><saml:Issuer>${origin}/sp</saml:Issuer><saml:NameID>${nameId}</saml:NameID>${inside}</samlp:LogoutRequest>`;

type LogoutResponseValues = {
  readonly inResponseTo: string;
  readonly origin: string;
  /** Last parts of the status codes. */
  readonly status?: readonly [string, string?];
  readonly destination?: string;
};

/** A LogoutResponse, not signed. */
export const logoutResponse = (
  server: SamlServer,
  { inResponseTo, origin, status = ['Success'], destination }: LogoutResponseValues,
): string =>
  `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" IssueInstant="${new Date(server.now()).toISOString()}" Destination="${destination ?? `${server.origin}/saml/slo`}" InResponseTo="${inResponseTo}"><saml:Issuer>${origin}/sp</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status[0]}">${status[1] ? `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status[1]}"/>` : ''}</samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`;

/** Signs a message by its ID, as its sender does. */
export function withSignature(xml: string, key = SP_KEY): string {
  const id = / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
  return signElement(xml, id, key);
}

type Query = {
  readonly kind?: 'SAMLRequest' | 'SAMLResponse';
  readonly relayState?: string;
  readonly isSigned?: boolean;
  /** The private key that signs; that of the service providers when absent. */
  readonly key?: string;
};

/** The address that carries a message by HTTP-Redirect. */
export function redirectAddress(
  url: string,
  xml: string | Buffer,
  { kind = 'SAMLRequest', relayState, isSigned, key }: Query = {},
): string {
  const parts = [
    `${kind}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`,
    ...(relayState === undefined ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    ...(isSigned ? [`SigAlg=${encodeURIComponent(SIGNATURE_ALGORITHM)}`] : []),
  ];
  const query = parts.join('&');
  if (!isSigned) return `${url}?${query}`;
  const signature = sign('RSA-SHA256', Buffer.from(query), key ?? SP_KEY.privateKey).toString('base64');
  return `${url}?${query}&Signature=${encodeURIComponent(signature)}`;
}

/** The fields that carry a message by HTTP-POST. */
export const postFields = (xml: string, relayState?: string): Record<string, string> => ({
  SAMLRequest: Buffer.from(xml).toString('base64'),
  ...(relayState !== undefined && { RelayState: relayState }),
});
