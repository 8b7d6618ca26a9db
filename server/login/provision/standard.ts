import { Secret } from 'otpauth';
import type { RandomBytes } from '#server/config/deps.ts';
import { APP_OTP } from './registration.ts';

const SECRET_BYTES = 20;

/** Creates the secret of a standard authenticator: 160 bits in base32 without padding (RFC 4226, section 4). */
export const newAuthenticatorSecret = (random: RandomBytes): string =>
  new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32;

/** Encodes the issuer or the account. Colons are removed, because a colon separates the issuer from the account. */
const encoded = (text: string): string => encodeURIComponent(text.replaceAll(':', ' ').trim());

/**
 * The content of the QR code for a standard authenticator (Key URI Format), with parameters that all standard
 * authenticators support.
 * @param issuer the name of the portal
 * @param account the ID of the person
 */
export const keyUri = (issuer: string, account: string, secret: string): string =>
  `otpauth://totp/${encoded(issuer)}:${encoded(account)}?secret=${secret}&issuer=${encoded(issuer)}` +
  `&algorithm=SHA1&digits=${APP_OTP.digits}&period=${APP_OTP.period}`;
