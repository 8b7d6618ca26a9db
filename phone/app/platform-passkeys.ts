import type { PlatformPasskeys } from '#phone/keys/lock-passkey.ts';

/** The passkeys of the phone's own authenticator, by the browser's WebAuthn API. */
export function platformPasskeys({
  navigator,
  location,
  PublicKeyCredential,
}: Window & typeof globalThis): PlatformPasskeys {
  return {
    origin: location.origin,
    host: location.hostname,
    create: (publicKey) => navigator.credentials.create({ publicKey }),
    get: (publicKey) => navigator.credentials.get({ publicKey }),
    isAvailable: async () =>
      PublicKeyCredential !== undefined &&
      (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)),
  };
}
