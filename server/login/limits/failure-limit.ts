import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** A try that is counted already. */
export type CountedTry = {
  /** Takes the count back, because the try did not fail. */
  uncount(): Promise<void>;
};

/** Rate limit by address for failed ids and passwords. It locks no account. */
export interface FailureLimit {
  /** Whether the address has failed too often; counts nothing. */
  isReached(address: string): Promise<boolean>;
  /**
   * Counts a try before it is checked, in one statement, so that concurrent tries cannot exceed the limit.
   * Null when the address has failed too often.
   */
  begin(address: string): Promise<CountedTry | null>;
}

const MINUTE_MS = 60_000;

/** Counts failures by address in windows of a minute. */
export function failureLimit(db: Storage, perMinute: number, now: Clock): FailureLimit {
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
    isReached: async (address) => (await reached.get(address, now() - MINUTE_MS, perMinute)) !== undefined,
    async begin(address) {
      const row = await count.get({
        $address: address,
        $now: now(),
        $ended: now() - MINUTE_MS,
        $max: perMinute,
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
