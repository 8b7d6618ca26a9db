import { createDecipheriv } from 'node:crypto';

/** The hexadecimal digits 0 to f in modhex. */
const MODHEX_DIGITS = 'cbdefghijklnrtuv';

/** A public id of up to 16 characters, and a block of 32 characters. */
const OTP_PATTERN = new RegExp(`^[${MODHEX_DIGITS}]{32,48}$`);

const BLOCK_CHARACTERS = 32;

/** The CRC-16 of every valid block, which contains its own checksum (ISO 13239). */
const CRC_RESIDUE = 0xf0b8;

/** The decrypted content of an OTP (YubiKey Manual, section 6.1). */
export type YubikeyOtpContent = {
  /** 6 bytes in hexadecimal. */
  readonly privateId: string;
  /** How often the key was plugged in. */
  readonly usageCounter: number;
  /** How often the key was touched since it was plugged in. */
  readonly sessionCounter: number;
};

/** The two parts of an OTP in modhex: the public id and the encrypted block. */
export type YubikeyOtp = { readonly publicId: string; readonly block: string };

/** Decodes modhex: two characters for each byte. */
export function modhexBytes(text: string): Buffer {
  const digits = [...text].map((character) => MODHEX_DIGITS.indexOf(character).toString(16));
  return Buffer.from(digits.join(''), 'hex');
}

/** Splits an OTP; null when the OTP is malformed. The public id may be empty. Spaces around the OTP are ignored. */
export function splitYubikeyOtp(text: string): YubikeyOtp | null {
  const otp = text.trim().toLowerCase();
  if (!OTP_PATTERN.test(otp)) return null;
  return { publicId: otp.slice(0, -BLOCK_CHARACTERS), block: otp.slice(-BLOCK_CHARACTERS) };
}

/** The checksum of ISO 13239, with its reversed polynomial 0x8408. */
function crc16(bytes: Buffer): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  }
  return crc;
}

/**
 * Decrypts a block.
 * @param block modhex
 * @param aesKey hexadecimal
 * @returns null when the checksum is wrong, as with the key of another Yubikey
 */
export function decryptYubikeyBlock(block: string, aesKey: string): YubikeyOtpContent | null {
  const decipher = createDecipheriv('aes-128-ecb', Buffer.from(aesKey, 'hex'), null).setAutoPadding(false);
  const bytes = Buffer.concat([decipher.update(modhexBytes(block)), decipher.final()]);
  if (crc16(bytes) !== CRC_RESIDUE) return null;
  return {
    privateId: bytes.toString('hex', 0, 6),
    // The highest bit is not a part of the counter.
    usageCounter: bytes.readUInt16LE(6) & 0x7fff,
    sessionCounter: bytes.readUInt8(11),
  };
}
