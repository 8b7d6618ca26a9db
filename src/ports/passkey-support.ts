import type { PasskeySupport } from '#machines/shared/passkey.ts';

/** Whether passkeys can be used on this page. A browser hides them over a connection that is not secure. */
export function passkeySupportOf(pageWindow: Window & typeof globalThis): PasskeySupport {
  if (!pageWindow.isSecureContext) return 'insecure';
  return 'PublicKeyCredential' in pageWindow ? 'supported' : 'missing';
}

/** Whether the browser can suggest passkeys in a field (conditional mediation). */
export async function canSuggestPasskeys(pageWindow: Window & typeof globalThis): Promise<boolean> {
  return (await pageWindow.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}
