import type { Clock } from '#server/config/deps.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** What became of the last message of a channel. */
export type LastMessage = { readonly isWorking: boolean; readonly at: number };

/** What a server says of itself. Times are epoch milliseconds. */
export type ServerReport = {
  readonly serverId: string;
  readonly startedAt: number;
  readonly seenAt: number;
  /** Name of its machine. */
  readonly host: string;
  readonly version: string;
  /** The newest step of the schema that it knows. */
  readonly schema: string;
  /** False once it takes no new requests. */
  readonly isServing: boolean;
  /** Whether each of its parts works. */
  readonly parts: Readonly<Record<string, boolean>>;
  /** Passwords and answers that are being compared, and that wait for it. */
  readonly hashes: { readonly running: number; readonly waiting: number };
  /** By the channel; of those by which nothing was sent there is none. */
  readonly messages: Readonly<Record<string, LastMessage>>;
};

/** The servers on a storage, as they say of themselves (decision 269). */
export interface Servers {
  write(report: ServerReport): Promise<void>;
  /** One that has ended. */
  remove(serverId: string): Promise<void>;
  /** Those that were seen in the last hour, the first that started first. */
  all(): Promise<readonly ServerReport[]>;
}

const LISTED_MS = 60 * 60_000;

export function serversIn(db: Storage, now: Clock): Servers {
  const write = db.prepare(replaceIn('servers', ['server_id'], ['started_at', 'seen_at', 'content']));
  const remove = db.prepare('DELETE FROM servers WHERE server_id = ?');
  const all = db.prepare<TableRow<'servers'>>(
    'SELECT * FROM servers WHERE seen_at > ? ORDER BY started_at, server_id',
  );
  return {
    async write({ serverId, startedAt, seenAt, ...content }) {
      await write.run(serverId, startedAt, seenAt, JSON.stringify(content));
    },
    async remove(serverId) {
      await remove.run(serverId);
    },
    all: async () =>
      (await all.all(now() - LISTED_MS)).map((row) => ({
        serverId: row.server_id,
        startedAt: row.started_at,
        seenAt: row.seen_at,
        ...JSON.parse(row.content),
      })),
  };
}
