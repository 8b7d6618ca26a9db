import type { Clock } from '#server/config/deps.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** Whether the last message of a channel was sent, and when (epoch milliseconds). */
export type LastMessage = { readonly isWorking: boolean; readonly at: number };

/** The report of a server about itself. Times are epoch milliseconds. */
export type ServerReport = {
  readonly serverId: string;
  readonly startedAt: number;
  readonly seenAt: number;
  /** Host name of the server's machine. */
  readonly host: string;
  readonly version: string;
  /** The name of the newest migration in the server's version. */
  readonly schema: string;
  /** False when the server no longer accepts requests. */
  readonly isServing: boolean;
  /** Whether each part of the server works, such as its database. */
  readonly parts: Readonly<Record<string, boolean>>;
  /** How many hashes of passwords and answers are being computed, and how many wait for that. */
  readonly hashes: { readonly running: number; readonly waiting: number };
  /** The last message of each channel; a channel without messages is absent. */
  readonly messages: Readonly<Record<string, LastMessage>>;
};

/** The servers that use the storage, as they report about themselves (rule 269). */
export interface Servers {
  /** Stores the newest report of a server. */
  write(report: ServerReport): Promise<void>;
  /** Removes a server that has stopped. */
  remove(serverId: string): Promise<void>;
  /** The servers that have reported in the last hour, in the order of their start. */
  all(): Promise<readonly ServerReport[]>;
}

/** How long a server is listed after its last report. */
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
