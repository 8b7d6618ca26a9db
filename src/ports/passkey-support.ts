import type { OfferSupport, PasskeySupport } from '#machines/shared/passkey.ts';

/** Whether passkeys can be used on this page. A browser hides them over a connection that is not secure. */
export function passkeySupportOf(page: Window & typeof globalThis): PasskeySupport {
  if (!page.isSecureContext) return 'insecure';
  return 'PublicKeyCredential' in page ? 'supported' : 'missing';
}

/** Whether the browser can suggest passkeys in a field (conditional mediation). */
export async function canSuggestPasskeys(page: Window & typeof globalThis): Promise<boolean> {
  return (await page.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** What offers look at; a browser may lack any of it. */
type Offering = {
  readonly getClientCapabilities?: () => Promise<Readonly<Record<string, boolean>>>;
  readonly isUserVerifyingPlatformAuthenticatorAvailable?: () => Promise<boolean>;
  readonly parseCreationOptionsFromJSON?: unknown;
};

/**
 * Whether a passkey can be made here after a sign-in. One is offered on a device that can verify its person alone: who has a
 * key to plug in registers it where factors are managed.
 */
export async function offerSupportOf(page: Window): Promise<OfferSupport> {
  const { PublicKeyCredential: credential } = page as unknown as { readonly PublicKeyCredential: Offering };
  const { conditionalCreate = false } = (await credential.getClientCapabilities?.()) ?? {};
  if (conditionalCreate && credential.parseCreationOptionsFromJSON !== undefined) return 'unasked';
  const canVerify = await credential.isUserVerifyingPlatformAuthenticatorAvailable?.();
  return canVerify === true ? 'asked' : 'none';
}
