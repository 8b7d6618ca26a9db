import { type KeyObject, sign } from 'node:crypto';

const LENGTH_IN_ONE_BYTE = 0x80;

function lengthOf(size: number): Buffer {
  if (size < LENGTH_IN_ONE_BYTE) return Buffer.from([size]);
  const hex = size.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([LENGTH_IN_ONE_BYTE | bytes.length]), bytes]);
}

/** One value of DER (X.690): tag, length, content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const NULL = 0x05;
const OBJECT_IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;

const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');

const algorithm = der(SEQUENCE, der(OBJECT_IDENTIFIER, SHA256_WITH_RSA), der(NULL));

const nameOf = (commonName: string): Buffer =>
  der(
    SEQUENCE,
    der(SET, der(SEQUENCE, der(OBJECT_IDENTIFIER, COMMON_NAME), der(UTF8_STRING, Buffer.from(commonName)))),
  );

/** Years up to 2049 are written with two digits (RFC 5280, 4.1.2.5). */
function timeOf(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return digits < '2050'
    ? der(UTC_TIME, Buffer.from(digits.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(digits));
}

/** A positive number; after a leading byte 1, DER does not read the first bit as a sign. */
const positive = (bytes: Uint8Array): Buffer => der(INTEGER, Buffer.from([0x01]), bytes);

export type CertificateFields = {
  readonly commonName: string;
  /** At most 19 random bytes. */
  readonly serial: Uint8Array;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
};

/**
 * A self-signed certificate of an RSA key (RFC 5280) in PEM, as SAML metadata publishes a key. Version 1, because it
 * is not part of a chain.
 */
export function selfSigned(
  privateKey: KeyObject,
  publicKey: KeyObject,
  { commonName, serial, from, until }: CertificateFields,
): string {
  const name = nameOf(commonName);
  const body = der(
    SEQUENCE,
    positive(serial),
    algorithm,
    name,
    der(SEQUENCE, timeOf(from), timeOf(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign('RSA-SHA256', body, privateKey));
  const lines = der(SEQUENCE, body, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g);
  return `-----BEGIN CERTIFICATE-----\n${(lines ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
}
