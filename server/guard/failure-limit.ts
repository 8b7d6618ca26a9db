import type { Clock } from '#server/deps.ts';

/** What may be tried, counted already. */
export type Trial = {
  /** It was no failure: it is not counted after all. */
  giveBack(): Promise<void>;
};

/** Slows down who tries many ids or passwords from one address. No account is locked by it. */
export interface FailureLimit {
  /**
   * Counts a trial before it is judged: those made at the same time cannot pass the limit together. Null when
   * the address has failed too often.
   */
  begin(address: string): Promise<Trial | null>;
}

const MINUTE_MS = 60_000;

type Count = { readonly since: number; failures: number };

/** Counts failures by address in windows of a minute. */
export function failureLimit(perMinute: number, now: Clock): FailureLimit {
  const counts = new Map<string, Count>();
  const isOver = ({ since }: Count): boolean => now() - since >= MINUTE_MS;
  const forgetEnded = (): void => {
    for (const [address, count] of counts) if (isOver(count)) counts.delete(address);
  };
  return {
    async begin(address) {
      forgetEnded();
      const count = counts.get(address) ?? { since: now(), failures: 0 };
      if (count.failures >= perMinute) return null;
      count.failures += 1;
      counts.set(address, count);
      return {
        async giveBack() {
          count.failures -= 1;
        },
      };
    },
  };
}
