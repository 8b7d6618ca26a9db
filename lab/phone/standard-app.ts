import type { RegisteredApp } from '#lab/devices/device-store.ts';

const SECRET = /^[A-Z2-7]{16,128}$/;

/** The name under which the lab's phone shows an authenticator that is not the portal's app. */
const AUTHENTICATOR = 'Authenticator';

function appOf(secret: string): RegisteredApp | null {
  const plain = secret.replace(/\s/g, '').toUpperCase();
  return SECRET.test(plain) ? { deviceName: AUTHENTICATOR, secret: plain, key: null } : null;
}

/** The app of a scanned QR code (Key URI Format); null for any other text. */
export function scannedApp(text: string): RegisteredApp | null {
  const url = URL.parse(text.trim());
  const isKeyUri = url?.protocol === 'otpauth:' && url.host === 'totp';
  return isKeyUri ? appOf(url.searchParams.get('secret') ?? '') : null;
}

/** The app of a typed key or link; null for any other text. */
export const typedApp = (text: string): RegisteredApp | null => scannedApp(text) ?? appOf(text);
