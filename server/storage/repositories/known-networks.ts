import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** How long a network stays known after the last sign-in from this network. */
const KNOWN_MS = 90 * 24 * 60 * 60_000;

/** The networks from which people sign in (rule 232). */
export interface KnownNetworks {
  /**
   * Records the network of a sign-in, in the transaction of the sign-in.
   * @returns whether the person has signed in from other networks only
   */
  recordSignIn(userId: string, network: string): Promise<boolean>;
}

export function knownNetworksIn(db: Storage, now: Clock): KnownNetworks {
  const find = db.prepare<TableRow<'known_networks'>>(
    'SELECT network FROM known_networks WHERE user_id = ? AND expires_at > ?',
  );
  const upsert = db.prepare(`
    INSERT INTO known_networks (user_id, network, expires_at) VALUES (?, ?, ?)
    ON CONFLICT (user_id, network) DO UPDATE SET expires_at = excluded.expires_at`);
  return {
    async recordSignIn(userId, network) {
      const knownNetworks = (await find.all(userId, now())).map((row) => row.network);
      await upsert.run(userId, network, now() + KNOWN_MS);
      return knownNetworks.length > 0 && !knownNetworks.includes(network);
    },
  };
}
