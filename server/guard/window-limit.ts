import type { Clock } from '#server/deps.ts';

/** One counter of what is limited: at most `most` in a window. */
export type Counter = { readonly key: string; readonly most: number };

export type Permit =
  /** `takeBack`: it did not happen. */
  | { readonly allowed: true; takeBack(): Promise<void> }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Counts by key in a sliding window. It refuses for a while and locks nothing. */
export interface WindowLimit {
  /** Counts once under every key, or under none when one of them is full. */
  begin(counters: readonly Counter[]): Promise<Permit>;
}

type Event = { readonly at: number };

export function windowLimit(minutes: number, now: Clock): WindowLimit {
  const windowMs = minutes * 60_000;
  const events = new Map<string, readonly Event[]>();

  const recent = (key: string): readonly Event[] =>
    (events.get(key) ?? []).filter(({ at }) => now() - at < windowMs);
  const keep = (key: string, kept: readonly Event[]): void => {
    if (kept.length === 0) events.delete(key);
    else events.set(key, kept);
  };
  const forgetEnded = (): void => {
    for (const key of events.keys()) keep(key, recent(key));
  };

  return {
    async begin(counters) {
      forgetEnded();
      const waits = counters.flatMap(({ key, most }) => {
        const [oldest] = recent(key).slice(-most);
        return oldest && recent(key).length >= most ? [oldest.at + windowMs - now()] : [];
      });
      if (waits.length > 0)
        return { allowed: false, retryAfterSeconds: Math.ceil(Math.max(...waits) / 1000) };
      const event: Event = { at: now() };
      for (const { key } of counters) keep(key, [...recent(key), event]);
      return {
        allowed: true,
        async takeBack() {
          for (const { key } of counters)
            keep(
              key,
              recent(key).filter((other) => other !== event),
            );
        },
      };
    },
  };
}
