import type { PasskeySupport } from '#machines/shared/passkey.ts';

/** Whether passkeys can be used on this page. A browser hides them over a connection that is not secure. */
export function passkeySupportOf(page: Window & typeof globalThis): PasskeySupport {
  if (!page.isSecureContext) return 'insecure';
  return 'PublicKeyCredential' in page ? 'supported' : 'missing';
}

/** Whether the browser can suggest passkeys in a field (conditional mediation). */
export async function canSuggestPasskeys(page: Window & typeof globalThis): Promise<boolean> {
  return (await page.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}
