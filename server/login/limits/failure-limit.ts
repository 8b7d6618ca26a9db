import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** A try that has been counted. */
export type CountedTry = {
  /** Removes the try from the count, because the try did not fail. */
  uncount(): Promise<void>;
};

/** A rate limit by address for failed ids and passwords. The limit locks no account. */
export interface FailureLimit {
  /** Whether an address has failed too often. Counts nothing. */
  isReached(address: string): Promise<boolean>;
  /**
   * Counts a try before its ID and password are checked, in one statement, so that concurrent tries cannot exceed the
   * limit. Null when the address has failed too often.
   */
  begin(address: string): Promise<CountedTry | null>;
}

const MINUTE_MS = 60_000;

/**
 * Creates a rate limit that counts failures by address in windows of a minute.
 * @param maxPerMinute allowed failures of an address in a minute
 */
export function failureLimit(db: Storage, maxPerMinute: number, now: Clock): FailureLimit {
  const count = db.prepare<TableRow<'failure_counts'>>(`
    INSERT INTO failure_counts (address, since, failures) VALUES ($address, $now, 1)
    ON CONFLICT (address) DO UPDATE SET
      since = CASE WHEN failure_counts.since <= $ended THEN excluded.since ELSE failure_counts.since END,
      failures = CASE WHEN failure_counts.since <= $ended THEN 0 ELSE failure_counts.failures END + 1
    WHERE failure_counts.since <= $ended OR failure_counts.failures < $max
    RETURNING since`);
  const decrement = db.prepare(
    'UPDATE failure_counts SET failures = failures - 1 WHERE address = ? AND since = ?',
  );
  const reached = db.prepare(
    'SELECT 1 FROM failure_counts WHERE address = ? AND since > ? AND failures >= ?',
  );
  return {
    isReached: async (address) => (await reached.get(address, now() - MINUTE_MS, maxPerMinute)) !== undefined,
    async begin(address) {
      const row = await count.get({
        $address: address,
        $now: now(),
        $ended: now() - MINUTE_MS,
        $max: maxPerMinute,
      });
      const since = row?.since;
      if (since === undefined) return null;
      return {
        async uncount() {
          await decrement.run(address, since);
        },
      };
    },
  };
}
