import type { PasskeySupport } from '#machines/shared/passkey.ts';

/** Whether passkeys can be used on this page. Browsers offer passkeys only over a secure connection. */
export function passkeySupportOf(pageWindow: Window & typeof globalThis): PasskeySupport {
  if (!pageWindow.isSecureContext) return 'insecure';
  return 'PublicKeyCredential' in pageWindow ? 'supported' : 'missing';
}

/** Checks whether the browser can suggest passkeys in a field (conditional mediation of WebAuthn). */
export async function canSuggestPasskeys(pageWindow: Window & typeof globalThis): Promise<boolean> {
  return (await pageWindow.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}
