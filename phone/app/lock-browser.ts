import type { LockBrowser } from '#phone/keys/lock-passkey.ts';

/** The passkeys of this phone itself. Where the browser has none for the app, it cannot recognize its person by one. */
export function lockBrowser({
  navigator,
  location,
  PublicKeyCredential,
}: Window & typeof globalThis): LockBrowser {
  return {
    origin: location.origin,
    host: location.hostname,
    create: (publicKey) => navigator.credentials.create({ publicKey }),
    get: (publicKey) => navigator.credentials.get({ publicKey }),
    isAble: async () =>
      PublicKeyCredential !== undefined &&
      (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)),
  };
}
