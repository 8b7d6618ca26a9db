import type { OfferSupport } from '#machines/shared/passkey.ts';

/** Members of PublicKeyCredential that passkey offers use; a browser may lack each. */
type OfferMembers = {
  readonly getClientCapabilities?: () => Promise<Readonly<Record<string, boolean>>>;
  readonly isUserVerifyingPlatformAuthenticatorAvailable?: () => Promise<boolean>;
  readonly parseCreationOptionsFromJSON?: unknown;
};

/**
 * Whether a passkey can be created here after a sign-in. It is offered only on a device that can verify its person; security
 * keys are registered in the management of factors.
 */
export async function offerSupportOf(pageWindow: Window): Promise<OfferSupport> {
  const { PublicKeyCredential: credential } = pageWindow as unknown as {
    readonly PublicKeyCredential?: OfferMembers;
  };
  if (!credential) return 'none';
  const { conditionalCreate = false } = (await credential.getClientCapabilities?.()) ?? {};
  if (conditionalCreate && credential.parseCreationOptionsFromJSON !== undefined) return 'conditional';
  const canPrompt = await credential.isUserVerifyingPlatformAuthenticatorAvailable?.();
  return canPrompt === true ? 'prompted' : 'none';
}
