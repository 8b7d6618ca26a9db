import { inflateRawSync } from 'node:zlib';
import { BINDING } from '#server/config/saml/names.ts';
import { MAX_XML_CHARS } from '#server/config/saml/parse.ts';
import { SamlRefusal } from '#server/protocols/saml/refusal.ts';

/** A message as it was received; it is not verified yet. */
export type RawMessage = {
  readonly binding: (typeof BINDING)[keyof typeof BINDING];
  readonly kind: 'SAMLRequest' | 'SAMLResponse';
  readonly xml: string;
  readonly relayState: string;
  /**
   * The signature in the query of a message by HTTP-Redirect, and the octets that the signature covers. Null for an
   * unsigned query and for a form.
   */
  readonly signature: { readonly octets: string; readonly algorithm: string; readonly value: string } | null;
};

const MAX_RELAY_STATE_CHARACTERS = 2048;
const KINDS = ['SAMLRequest', 'SAMLResponse'] as const;

const malformedRefusal = (description: string) => new SamlRefusal('malformed_message', description);

function decodeBase64(text: string): Buffer {
  const compact = text.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw malformedRefusal('The message is not base64.');
  return Buffer.from(compact, 'base64');
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformedRefusal('The message is not UTF-8.');
  }
}

function inflate(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_XML_CHARS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new SamlRefusal('too_large', `The message unpacks to more than ${MAX_XML_CHARS} bytes.`);
    }
    throw malformedRefusal('The message cannot be unpacked.');
  }
}

/** The values of parameters by name. A repeated name is refused, because parsers read it differently. */
function uniqueValues(params: URLSearchParams): ReadonlyMap<string, string> {
  const names = [...params.keys()];
  if (new Set(names).size < names.length) throw malformedRefusal('A parameter is sent twice.');
  return new Map(params);
}

const OTHER_PARAMETER_NAMES = ['RelayState', 'SigAlg', 'Signature', 'SAMLEncoding'];

/**
 * Refuses SAML parameters with encoded names, because the signed octets are found by the unencoded names. In a signed
 * query it refuses all parameters that the signature does not cover.
 */
function checkParameterNames(query: string, isSigned: boolean): void {
  const knownNames: ReadonlySet<string> = new Set([...KINDS, ...OTHER_PARAMETER_NAMES]);
  for (const part of query.split('&').filter(Boolean)) {
    const [writtenName = ''] = part.split('=', 1);
    const [name = ''] = new URLSearchParams(part).keys();
    if (knownNames.has(name) && writtenName !== name)
      throw malformedRefusal('The name of a parameter is encoded.');
    if (isSigned && !knownNames.has(name))
      throw malformedRefusal('A parameter is not covered by the signature.');
  }
}

function kindOf(values: ReadonlyMap<string, string>): RawMessage['kind'] {
  const kinds = KINDS.filter((kind) => values.has(kind));
  const [kind] = kinds;
  if (!kind || kinds.length > 1) throw malformedRefusal('There is no SAML message.');
  return kind;
}

function relayStateOf(values: ReadonlyMap<string, string>): string {
  const relayState = values.get('RelayState') ?? '';
  if (relayState.length > MAX_RELAY_STATE_CHARACTERS) {
    throw new SamlRefusal('too_large', `RelayState is longer than ${MAX_RELAY_STATE_CHARACTERS} characters.`);
  }
  return relayState;
}

/** The octets that the signature of HTTP-Redirect covers: parameters as they were received, in a fixed order. */
function signedOctets(query: string, kind: string): string {
  const parts = query.split('&');
  return [kind, 'RelayState', 'SigAlg']
    .flatMap((name) => parts.find((part) => part.startsWith(`${name}=`)) ?? [])
    .join('&');
}

/**
 * Reads a message from the query of a GET (SAML Bindings, 3.4).
 * @param query the query as it was received, without the question mark
 * @throws SamlRefusal when the message is malformed or too large
 */
export function messageFromQuery(query: string): RawMessage {
  const values = uniqueValues(new URLSearchParams(query));
  const kind = kindOf(values);
  const encoding = values.get('SAMLEncoding') ?? 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE';
  if (!encoding.endsWith(':DEFLATE')) throw malformedRefusal('The encoding is not DEFLATE.');
  const value = values.get('Signature');
  checkParameterNames(query, value !== undefined);
  return {
    binding: BINDING.redirect,
    kind,
    xml: decodeUtf8(inflate(decodeBase64(values.get(kind) ?? ''))),
    relayState: relayStateOf(values),
    signature:
      value === undefined
        ? null
        : { octets: signedOctets(query, kind), algorithm: values.get('SigAlg') ?? '', value },
  };
}

/**
 * Reads a message from a form (SAML Bindings, 3.5).
 * @throws SamlRefusal when the message is malformed or too large
 */
export function messageFromForm(form: string): RawMessage {
  const values = uniqueValues(new URLSearchParams(form));
  const kind = kindOf(values);
  return {
    binding: BINDING.post,
    kind,
    xml: decodeUtf8(decodeBase64(values.get(kind) ?? '')),
    relayState: relayStateOf(values),
    signature: null,
  };
}
