import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** A counter that allows at most `max` events in a window. */
export type Counter = { readonly key: string; readonly max: number };

export type Permit =
  /** `uncount` takes the event back. */
  | { readonly allowed: true; uncount(): Promise<void> }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Rate limit by key in a sliding window. It locks no account. */
export interface WindowLimit {
  /** Counts under all keys, or under none when one has reached its limit. */
  begin(counters: readonly Counter[]): Promise<Permit>;
}

/**
 * Counts events in the database.
 * @param name limits of different names have separate counters
 */
export function windowLimit(db: Storage, name: string, minutes: number, now: Clock): WindowLimit {
  const windowMs = minutes * 60_000;
  const newest = db.prepare<TableRow<'limited_events'>>(`
    SELECT happened_at FROM limited_events WHERE counter = ? AND happened_at > ?
    ORDER BY happened_at DESC LIMIT CAST(? AS BIGINT)`);
  const insert = db.prepare(
    insertInto('limited_events', ['counter', 'event_id', 'happened_at', 'expires_at']),
  );
  const remove = db.prepare('DELETE FROM limited_events WHERE counter = ? AND event_id = ?');
  const nameOf = ({ key }: Counter): string => `${name} ${key}`;

  return {
    begin: (counters) =>
      db.transaction(async () => {
        const waits: number[] = [];
        for (const counter of counters) {
          const counted = await newest.all(nameOf(counter), now() - windowMs, counter.max);
          const oldest = counted[counter.max - 1];
          if (oldest) waits.push(oldest.happened_at + windowMs - now());
        }
        if (waits.length > 0)
          return { allowed: false, retryAfterSeconds: Math.ceil(Math.max(...waits) / 1000) };
        const event = randomUUID();
        for (const counter of counters) await insert.run(nameOf(counter), event, now(), now() + windowMs);
        return {
          allowed: true,
          async uncount() {
            for (const counter of counters) await remove.run(nameOf(counter), event);
          },
        };
      }),
  };
}
