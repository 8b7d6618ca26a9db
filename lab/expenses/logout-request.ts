import { inflateRawSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import { SamlMessageError } from './failure.ts';

const PROTOCOL_NAMESPACE = 'urn:oasis:names:tc:SAML:2.0:protocol';
const MAX_MESSAGE_BYTES = 100_000;

/**
 * The parameters of a query with a signed SAML message. Each parameter may occur only once, because node-saml verifies
 * the first value of a parameter but may read a later value.
 * @throws SamlMessageError for a repeated parameter, or for a message without a signature, which node-saml accepts
 */
export function signedQueryValues(query: string): Readonly<Record<string, string>> {
  const values = [...new URLSearchParams(query)];
  if (new Set(values.map(([name]) => name)).size < values.length)
    throw new SamlMessageError('repeated_value');
  const valuesByName = Object.fromEntries(values);
  if (!valuesByName['Signature']) throw new SamlMessageError('unsigned_message');
  return valuesByName;
}

/** Reads the fields of a LogoutRequest that node-saml does not return. The caller has verified the signature. */
export function readLogoutRequest(samlRequest: string): {
  readonly destination: string;
  readonly sessionIndexes: readonly string[];
} {
  const xml = inflateRawSync(Buffer.from(samlRequest, 'base64'), { maxOutputLength: MAX_MESSAGE_BYTES });
  const root = new DOMParser().parseFromString(xml.toString('utf8'), 'text/xml').documentElement;
  return {
    destination: root.getAttribute('Destination') ?? '',
    sessionIndexes: Array.from(root.getElementsByTagNameNS(PROTOCOL_NAMESPACE, 'SessionIndex')).map(
      (element) => element.textContent ?? '',
    ),
  };
}
