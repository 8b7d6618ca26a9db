import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { securityEventsIn } from '#server/storage/repositories/security-events.ts';
import type { Storage } from '#server/storage/storage.ts';
import { type EngineStore, engineStoreIn } from './store.ts';

type Deps = {
  readonly config: Pick<ServerConfig, 'clients'>;
  readonly storage: Storage;
  readonly now: Clock;
  readonly store?: Pick<EngineStore, 'sessionsOf' | 'forgetPerson'>;
};

/**
 * Ends all sessions of a person at OpenID services, in all browsers, with grants and tokens, and queues a back-channel
 * logout for each service that has an address for it. Works without a running engine, also inside a transaction.
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
      await store.forgetPerson(userId);
      for (const { authorizations = {} } of sessions)
        for (const [clientId, { sid }] of Object.entries(authorizations))
          if (sid && notifiedClients.has(clientId)) await events.addLogout(clientId, userId, sid);
    });
}
