import { createDecipheriv } from 'node:crypto';

const MODHEX = 'cbdefghijklnrtuv';
const BLOCK_CHARACTERS = 32;

/** CRC-16 of ISO 13239 over a block that contains its own checksum. */
const CRC_RESIDUE = 0xf0b8;

/** The decrypted content of an OTP (YubiKey Manual, section 6.1). */
export type YubikeyReading = {
  /** 6 bytes in hexadecimal. */
  readonly privateId: string;
  /** How often the key was plugged in. */
  readonly usageCounter: number;
  /** How often it was touched since. */
  readonly sessionCounter: number;
};

/** The two parts of an OTP in modhex: the public id and the encrypted block. */
export type YubikeyOtp = { readonly publicId: string; readonly block: string };

/** The bytes of a modhex text, two characters each. */
export function modhexBytes(text: string): Buffer {
  const digits = [...text].map((character) => MODHEX.indexOf(character).toString(16));
  return Buffer.from(digits.join(''), 'hex');
}

/** Splits an OTP; null when it is malformed. The public id may be empty. Surrounding space is ignored. */
export function splitYubikeyOtp(text: string): YubikeyOtp | null {
  const otp = text.trim().toLowerCase();
  if (!/^[cbdefghijklnrtuv]{32,48}$/.test(otp)) return null;
  return { publicId: otp.slice(0, -BLOCK_CHARACTERS), block: otp.slice(-BLOCK_CHARACTERS) };
}

function crc16(bytes: Buffer): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  }
  return crc;
}

/** Decrypts a block; null when its checksum does not match the key. `aesKey` in hexadecimal. */
export function readYubikeyBlock(block: string, aesKey: string): YubikeyReading | null {
  const decipher = createDecipheriv('aes-128-ecb', Buffer.from(aesKey, 'hex'), null).setAutoPadding(false);
  const bytes = Buffer.concat([decipher.update(modhexBytes(block)), decipher.final()]);
  if (crc16(bytes) !== CRC_RESIDUE) return null;
  return {
    privateId: bytes.toString('hex', 0, 6),
    usageCounter: bytes.readUInt16LE(6) & 0x7fff,
    sessionCounter: bytes.readUInt8(11),
  };
}
