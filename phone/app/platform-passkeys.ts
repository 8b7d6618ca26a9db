import type { PlatformPasskeys } from '#phone/keys/lock-passkey.ts';

/** The passkeys of the authenticator that is built into the phone, through the WebAuthn API of the browser. */
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
