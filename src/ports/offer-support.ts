import type { OfferSupport } from '#machines/shared/passkey.ts';

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
  const { PublicKeyCredential: credential } = page as unknown as { readonly PublicKeyCredential?: Offering };
  if (!credential) return 'none';
  const { conditionalCreate = false } = (await credential.getClientCapabilities?.()) ?? {};
  if (conditionalCreate && credential.parseCreationOptionsFromJSON !== undefined) return 'conditional';
  const canVerify = await credential.isUserVerifyingPlatformAuthenticatorAvailable?.();
  return canVerify === true ? 'prompted' : 'none';
}
