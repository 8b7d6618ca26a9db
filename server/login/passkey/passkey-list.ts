import type { FactorStores, Settings } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { relyingParty } from './relying-party.ts';

/** The data with which a browser updates its passkeys of the portal (WebAuthn 3, section 5.1.10). */
type PasskeyList = {
  readonly rpId: string;
  /** The user handle, base64url. */
  readonly userId: string;
  /** Names that the browser shows. */
  readonly name: string;
  readonly displayName: string;
  /** The ids of the registered credentials, base64url. */
  readonly credentialIds: readonly string[];
};

/**
 * The passkeys of a person, and the names that are shown with them (rule 254). Null when the person never had a
 * passkey.
 */
export async function passkeyList(
  { config, devices: { passkeys } }: Settings & FactorStores,
  { userId, name }: Account,
): Promise<PasskeyList | null> {
  const handle = await passkeys.findHandle(userId);
  if (handle === null) return null;
  return {
    rpId: relyingParty(config).rpId,
    userId: handle,
    name: userId,
    displayName: name.ko,
    credentialIds: (await passkeys.of(userId)).map(({ credentialId }) => credentialId),
  };
}
