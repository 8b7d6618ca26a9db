import type { Clock } from '#server/deps.ts';

/** Slows down who tries many ids or passwords from one address. No account is locked by it. */
export interface FailureLimit {
  isReached(address: string): boolean;
  record(address: string): void;
}

const MINUTE_MS = 60_000;

type Count = { readonly since: number; readonly failures: number };

/** Counts failures by address in windows of a minute. */
export function failureLimit(perMinute: number, now: Clock): FailureLimit {
  const counts = new Map<string, Count>();
  const current = (address: string): Count | null => {
    const count = counts.get(address);
    return count && now() - count.since < MINUTE_MS ? count : null;
  };
  const forgetEnded = (): void => {
    for (const address of counts.keys()) if (!current(address)) counts.delete(address);
  };
  return {
    isReached: (address) => (current(address)?.failures ?? 0) >= perMinute,
    record(address) {
      forgetEnded();
      const { since, failures } = current(address) ?? { since: now(), failures: 0 };
      counts.set(address, { since, failures: failures + 1 });
    },
  };
}
