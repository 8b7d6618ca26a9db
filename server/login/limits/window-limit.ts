import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** A counter, by its key, that allows at most `max` events in a window. */
export type Counter = { readonly key: string; readonly max: number };

/** Whether an event is allowed. */
export type Permit =
  /** `uncount` removes the event from all its counters. */
  | { readonly isAllowed: true; uncount(): Promise<void> }
  | { readonly isAllowed: false; readonly retryAfterSeconds: number };

/** A rate limit by key in a sliding window. The limit locks no account. */
export interface WindowLimit {
  /** Counts an event in all counters, or in no counter when a counter has reached its maximum. */
  begin(counters: readonly Counter[]): Promise<Permit>;
}

/**
 * Creates a rate limit that counts events in the database.
 * @param name limits with different names have separate counters
 * @param minutes the length of the window
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
  const storedNameOf = ({ key }: Counter): string => `${name} ${key}`;

  return {
    begin: (counters) =>
      db.transaction(async () => {
        const waitTimes: number[] = [];
        for (const counter of counters) {
          const newestEvents = await newest.all(storedNameOf(counter), now() - windowMs, counter.max);
          const oldestOfMax = newestEvents[counter.max - 1];
          if (oldestOfMax) waitTimes.push(oldestOfMax.happened_at + windowMs - now());
        }
        if (waitTimes.length > 0)
          return { isAllowed: false, retryAfterSeconds: Math.ceil(Math.max(...waitTimes) / 1000) };
        const eventId = randomUUID();
        for (const counter of counters)
          await insert.run(storedNameOf(counter), eventId, now(), now() + windowMs);
        return {
          isAllowed: true,
          async uncount() {
            for (const counter of counters) await remove.run(storedNameOf(counter), eventId);
          },
        };
      }),
  };
}
