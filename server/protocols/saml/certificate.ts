import { type KeyObject, sign } from 'node:crypto';

/**
 * A length below this number is encoded as one byte. For a greater length, the first byte contains this bit and the
 * number of the bytes that follow with the length.
 */
const LONG_FORM = 0x80;

function encodedLength(size: number): Buffer {
  if (size < LONG_FORM) return Buffer.from([size]);
  const hex = size.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([LONG_FORM | bytes.length]), bytes]);
}

/** Encodes a value in DER (X.690): tag, length, content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), encodedLength(content.length), content]);
}

// Tags of DER.
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const NULL = 0x05;
const OBJECT_IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;

// Encoded object identifiers.
const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');

const signatureAlgorithm = der(SEQUENCE, der(OBJECT_IDENTIFIER, SHA256_WITH_RSA), der(NULL));

const encodedName = (commonName: string): Buffer =>
  der(
    SEQUENCE,
    der(SET, der(SEQUENCE, der(OBJECT_IDENTIFIER, COMMON_NAME), der(UTF8_STRING, Buffer.from(commonName)))),
  );

/** Encodes a time. Years up to 2049 are written with two digits (RFC 5280, 4.1.2.5). */
function encodedTime(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return digits < '2050'
    ? der(UTC_TIME, Buffer.from(digits.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(digits));
}

/** Encodes random bytes as a number. The byte 1 before the random bytes makes the number positive. */
const positiveInteger = (bytes: Uint8Array): Buffer => der(INTEGER, Buffer.from([0x01]), bytes);

/** The fields of a certificate. */
export type CertificateFields = {
  readonly commonName: string;
  /** At most 19 random bytes. */
  readonly serial: Uint8Array;
  /** The period of validity, in epoch milliseconds. */
  readonly from: number;
  readonly until: number;
};

/**
 * Creates a self-signed certificate for an RSA key (RFC 5280) in PEM, with which SAML metadata publishes the key. It
 * has version 1, because it is not part of a chain.
 */
export function selfSignedCertificate(
  privateKey: KeyObject,
  publicKey: KeyObject,
  { commonName, serial, from, until }: CertificateFields,
): string {
  const name = encodedName(commonName);
  const body = der(
    SEQUENCE,
    positiveInteger(serial),
    signatureAlgorithm,
    name,
    der(SEQUENCE, encodedTime(from), encodedTime(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign('RSA-SHA256', body, privateKey));
  const lines = der(SEQUENCE, body, signatureAlgorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g);
  return `-----BEGIN CERTIFICATE-----\n${(lines ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
}
