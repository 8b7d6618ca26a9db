import type { OfferSupport } from '#machines/shared/passkey.ts';

/** The members of `PublicKeyCredential` that a passkey offer uses. A browser may lack each of them. */
type CredentialMembers = {
  readonly getClientCapabilities?: () => Promise<Readonly<Record<string, boolean>>>;
  readonly isUserVerifyingPlatformAuthenticatorAvailable?: () => Promise<boolean>;
  readonly parseCreationOptionsFromJSON?: unknown;
};

/**
 * Checks how the browser can create a passkey directly after a sign-in: without a prompt, with a prompt, or not at all.
 * A prompt requires a device that can verify the person itself, because security keys are registered in the management
 * of factors.
 */
export async function offerSupportOf(pageWindow: Window): Promise<OfferSupport> {
  const { PublicKeyCredential: credential } = pageWindow as unknown as {
    readonly PublicKeyCredential?: CredentialMembers;
  };
  if (!credential) return 'none';
  const { conditionalCreate = false } = (await credential.getClientCapabilities?.()) ?? {};
  if (conditionalCreate && credential.parseCreationOptionsFromJSON !== undefined) return 'conditional';
  const canPrompt = await credential.isUserVerifyingPlatformAuthenticatorAvailable?.();
  return canPrompt === true ? 'prompted' : 'none';
}
