import { inflateRawSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import { AssertionError } from './failure.ts';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const MAX_BYTES = 100_000;

/**
 * The parameters of a query that carries a SAML message. node-saml verifies the first value of a parameter but may read
 * another one, so each may occur only once.
 * @throws AssertionError for a repeated parameter or a missing signature, which node-saml accepts.
 */
export function signedValues(query: string): Readonly<Record<string, string>> {
  const values = [...new URLSearchParams(query)];
  if (new Set(values.map(([name]) => name)).size < values.length) throw new AssertionError('repeated_value');
  const byName = Object.fromEntries(values);
  if (!byName['Signature']) throw new AssertionError('unsigned_message');
  return byName;
}

/** Reads fields of a LogoutRequest that node-saml does not return. Its signature has been verified before. */
export function readLogoutRequest(samlRequest: string): {
  readonly destination: string;
  readonly sessionIndexes: readonly string[];
} {
  const xml = inflateRawSync(Buffer.from(samlRequest, 'base64'), { maxOutputLength: MAX_BYTES });
  const root = new DOMParser().parseFromString(xml.toString('utf8'), 'text/xml').documentElement;
  return {
    destination: root.getAttribute('Destination') ?? '',
    sessionIndexes: Array.from(root.getElementsByTagNameNS(PROTOCOL, 'SessionIndex')).map(
      (element) => element.textContent ?? '',
    ),
  };
}
