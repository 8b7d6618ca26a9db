import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** What may be tried, counted already. */
export type Trial = {
  /** It was no failure: it is not counted after all. */
  giveBack(): Promise<void>;
};

/** Slows down who tries many ids or passwords from one address. No account is locked by it. */
export interface FailureLimit {
  /**
   * Counts a trial before it is judged, in one statement: those made at the same time cannot pass the limit
   * together, whatever process they come to. Null when the address has failed too often.
   */
  begin(address: string): Promise<Trial | null>;
}

const MINUTE_MS = 60_000;

/** Counts failures by address in windows of a minute. */
export function failureLimit(db: Storage, perMinute: number, now: Clock): FailureLimit {
  const count = db.prepare<TableRow<'failure_counts'>>(`
    INSERT INTO failure_counts (address, since, failures) VALUES ($address, $now, 1)
    ON CONFLICT (address) DO UPDATE SET
      since = CASE WHEN failure_counts.since <= $ended THEN excluded.since ELSE failure_counts.since END,
      failures = CASE WHEN failure_counts.since <= $ended THEN 0 ELSE failure_counts.failures END + 1
    WHERE failure_counts.since <= $ended OR failure_counts.failures < $most
    RETURNING since`);
  const giveBack = db.prepare(
    'UPDATE failure_counts SET failures = failures - 1 WHERE address = ? AND since = ?',
  );
  return {
    async begin(address) {
      const row = await count.get({
        $address: address,
        $now: now(),
        $ended: now() - MINUTE_MS,
        $most: perMinute,
      });
      const since = row?.since;
      if (since === undefined) return null;
      return {
        async giveBack() {
          await giveBack.run(address, since);
        },
      };
    },
  };
}
