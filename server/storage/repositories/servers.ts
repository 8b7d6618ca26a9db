import type { Clock } from '#server/config/deps.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The result of the last message of a channel. `at` in epoch milliseconds. */
export type LastMessage = { readonly isWorking: boolean; readonly at: number };

/** The report of a server about itself. Times are epoch milliseconds. */
export type ServerReport = {
  readonly serverId: string;
  readonly startedAt: number;
  readonly seenAt: number;
  /** Name of its machine. */
  readonly host: string;
  readonly version: string;
  /** The newest migration that it knows. */
  readonly schema: string;
  /** False when it no longer accepts requests. */
  readonly isServing: boolean;
  /** Whether each of its parts works. */
  readonly parts: Readonly<Record<string, boolean>>;
  /** Comparisons of passwords and answers that are running and waiting. */
  readonly hashes: { readonly running: number; readonly waiting: number };
  /** By channel; a channel without a sent message is absent. */
  readonly messages: Readonly<Record<string, LastMessage>>;
};

/** The servers on a storage, by their own reports (rule 269). */
export interface Servers {
  write(report: ServerReport): Promise<void>;
  /** Removes a server that has stopped. */
  remove(serverId: string): Promise<void>;
  /** Servers that were seen in the last hour, in the order of their start. */
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
