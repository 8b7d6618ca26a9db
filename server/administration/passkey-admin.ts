import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  type CreationOptions,
  creationOptions,
  REGISTRATION_LIFETIME_MS,
  verifiedPasskey,
} from '#server/login/passkey/registration.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { TableRow } from '#server/storage/tables.ts';

export type NewCredential = {
  readonly name: string;
  readonly credential: RegistrationResponseJSON;
  /** Origin of the page that created it. */
  readonly origin: string;
};

type PasskeyAdminDeps = Pick<Portal, 'config' | 'devices' | 'registrations' | 'now' | 'storage'>;

/** Passkey registration by the administrator: one at a time for each person, with a single-use challenge. */
export function passkeyAdmin(parts: PasskeyAdminDeps) {
  const { registrations, devices, now, storage } = parts;
  const sealed = sealedColumn(storage, 'passkey_registrations', 'challenge');
  const storeChallenge = storage.prepare(
    replaceIn('passkey_registrations', ['user_id'], ['challenge', 'expires_at']),
  );
  const removeChallenge = storage.prepare<TableRow<'passkey_registrations'>>(
    'DELETE FROM passkey_registrations WHERE user_id = ? RETURNING challenge, expires_at',
  );
  /** All passkeys of a person get the same name here, so later ones are numbered. */
  const freeName = async (userId: string, name: string): Promise<string> => {
    const usedNames = (await devices.passkeys.of(userId)).map(({ name: usedName }) => usedName);
    const numbered = usedNames.map((_, index) => `${name} ${index + 2}`);
    return [name, ...numbered].find((candidate) => !usedNames.includes(candidate)) ?? name;
  };
  return {
    async begin(account: Account): Promise<CreationOptions> {
      const options = await creationOptions(parts, account);
      await storeChallenge.run(
        account.userId,
        sealed.seal(options.challenge),
        now() + REGISTRATION_LIFETIME_MS,
      );
      return options;
    },

    /** @returns false when the credential does not belong to the registration that was begun, or is registered already. */
    async finish(userId: string, { name, credential, origin }: NewCredential): Promise<boolean> {
      const row = await removeChallenge.get(userId);
      const isValid = row !== undefined && row.expires_at > now();
      const challenge = isValid ? sealed.open(row['challenge']) : null;
      const created = await verifiedPasskey(parts, { response: credential, challenge, origin }).catch(
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
