import { Secret } from 'otpauth';
import type { RandomBytes } from '#server/config/deps.ts';
import { APP_OTP } from './registration.ts';

const SECRET_BYTES = 20;

/** The secret of a standard authenticator in base32 without padding: 160 bits (RFC 4226, section 4). */
export const newAuthenticatorSecret = (random: RandomBytes): string =>
  new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32;

/** A colon separates issuer and account, so neither may contain one. */
const encoded = (text: string): string => encodeURIComponent(text.replaceAll(':', ' ').trim());

/**
 * Content of the QR code for a standard authenticator (Key URI Format), with parameters that all of them support.
 * @param issuer name of the portal, @param account ID of the person
 */
export const keyUri = (issuer: string, account: string, secret: string): string =>
  `otpauth://totp/${encoded(issuer)}:${encoded(account)}?secret=${secret}&issuer=${encoded(issuer)}` +
  `&algorithm=SHA1&digits=${APP_OTP.digits}&period=${APP_OTP.period}`;
