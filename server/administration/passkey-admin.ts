import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  type CreationOptions,
  creationOptions,
  REGISTRATION_LIFETIME_MS,
  verifyCreatedPasskey,
} from '#server/login/passkey/registration.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** A credential that a browser has created. */
export type NewCredential = {
  readonly name: string;
  readonly credential: RegistrationResponseJSON;
  /** Origin of the page that has created the credential. */
  readonly origin: string;
};

type PasskeyAdminDeps = Pick<Portal, 'config' | 'devices' | 'registrations' | 'now' | 'storage'>;

/** The registration of passkeys by an administrator. Each person has at most one unfinished registration. */
export function passkeyAdmin(deps: PasskeyAdminDeps) {
  const { registrations, devices, now, storage } = deps;
  const sealedChallenges = sealedColumn(storage, 'passkey_registrations', 'challenge');
  const storeChallenge = storage.prepare(
    replaceIn('passkey_registrations', ['user_id'], ['challenge', 'expires_at']),
  );
  const removeChallenge = storage.prepare<TableRow<'passkey_registrations'>>(
    'DELETE FROM passkey_registrations WHERE user_id = ? RETURNING challenge, expires_at',
  );
  /** A name that no passkey of the person has: `name`, or `name` with a number. */
  const freeName = async (userId: string, name: string): Promise<string> => {
    const usedNames = (await devices.passkeys.of(userId)).map(({ name: usedName }) => usedName);
    const numberedNames = usedNames.map((_, index) => `${name} ${index + 2}`);
    return [name, ...numberedNames].find((candidate) => !usedNames.includes(candidate)) ?? name;
  };
  return {
    async begin(account: Account): Promise<CreationOptions> {
      const options = await creationOptions(deps, account);
      await storeChallenge.run(
        account.userId,
        sealedChallenges.seal(options.challenge),
        now() + REGISTRATION_LIFETIME_MS,
      );
      return options;
    },

    /**
     * Registers a passkey.
     * @returns false when the credential does not belong to the registration of `begin`, or is registered already
     */
    async finish(userId: string, { name, credential, origin }: NewCredential): Promise<boolean> {
      const row = await removeChallenge.get(userId);
      const isValid = row !== undefined && row.expires_at > now();
      const challenge = isValid ? sealedChallenges.open(row['challenge']) : null;
      const created = await verifyCreatedPasskey(deps, { response: credential, challenge, origin }).catch(
        (error: unknown) => {
          if (error instanceof Refusal) return null;
          throw error;
        },
      );
      if (!created) return false;
      const passkey = { ...created, userId, name: await freeName(userId, name), registeredAt: now() };
      const outcome = await registrations.addPasskey(passkey, null);
      return outcome === 'added';
    },
  };
}
