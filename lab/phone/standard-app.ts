import type { RegisteredApp } from '#lab/devices/device-store.ts';

const SECRET_PATTERN = /^[A-Z2-7]{16,128}$/;

/** Name of a standard authenticator on the simulated phone. */
const AUTHENTICATOR_NAME = 'Authenticator';

/** A standard authenticator with a secret; null when the secret is not valid base32. */
function standardAppOf(secret: string): RegisteredApp | null {
  const normalisedSecret = secret.replace(/\s/g, '').toUpperCase();
  return SECRET_PATTERN.test(normalisedSecret)
    ? { deviceName: AUTHENTICATOR_NAME, secret: normalisedSecret, key: null }
    : null;
}

/** The standard authenticator for a scanned QR code (Key URI Format); null for any other text. */
export function scannedApp(text: string): RegisteredApp | null {
  const url = URL.parse(text.trim());
  const isKeyUri = url?.protocol === 'otpauth:' && url.host === 'totp';
  return isKeyUri ? standardAppOf(url.searchParams.get('secret') ?? '') : null;
}

/** The standard authenticator for a typed key or a typed link in the Key URI Format; null for any other text. */
export const typedApp = (text: string): RegisteredApp | null => scannedApp(text) ?? standardAppOf(text);
