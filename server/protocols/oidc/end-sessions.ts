import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { securityEventsIn } from '#server/storage/repositories/security-events.ts';
import type { Storage } from '#server/storage/storage.ts';
import { type EngineStore, engineStoreIn } from './store.ts';

type Deps = {
  readonly config: Pick<ServerConfig, 'clients'>;
  readonly storage: Storage;
  readonly now: Clock;
  readonly store?: Pick<EngineStore, 'sessionsOf' | 'dropRecordsOf'>;
};

/**
 * Creates a function that ends a person's engine sessions in all browsers, with grants and tokens, and queues a
 * back-channel logout for each service that has an address for it. The function works without a running engine, and may
 * be called in a transaction.
 */
export function endSessionsOfPersonIn({
  config,
  storage,
  now,
  store = engineStoreIn(storage, now),
}: Deps): (userId: string) => Promise<void> {
  const events = securityEventsIn(storage, now);
  const notifiedClients = new Set(
    config.clients.flatMap(({ clientId, backchannelLogoutUri }) => (backchannelLogoutUri ? [clientId] : [])),
  );
  return (userId) =>
    storage.transaction(async () => {
      const sessions = await store.sessionsOf(userId);
      await store.dropRecordsOf(userId);
      for (const { authorizations = {} } of sessions)
        for (const [clientId, { sid }] of Object.entries(authorizations))
          if (sid && notifiedClients.has(clientId)) await events.addLogout(clientId, userId, sid);
    });
}
