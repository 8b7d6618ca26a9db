/** The clocks of the device, in milliseconds. */
export type DeviceClocks = {
  /** The wall clock, which a person may set. */
  readonly wallNow: () => number;
  /** The monotonic clock; it may stop while the device sleeps. */
  readonly elapsed: () => number;
  /** Server clock minus wall clock when the page was loaded. */
  readonly skewMs: () => number;
};

/** The server's time, estimated by the page (rule 167). */
export interface ServerTime {
  /** Epoch milliseconds. */
  now(): number;
  /** Synchronises with the `Date` header of an answer when the device slept or its clock was changed. */
  sync(date: string | null): void;
}

/** Smaller differences between the clocks are ignored, in milliseconds. */
const MAX_DRIFT_MS = 2000;

/** Uses the monotonic clock, so that changing the wall clock has no effect. */
export function trackServerTime({ wallNow, elapsed, skewMs }: DeviceClocks): ServerTime {
  const startedAt = wallNow() - elapsed();
  let syncedOffset = startedAt;
  let correction = 0;
  const now = (): number => elapsed() + startedAt + skewMs() + correction;
  return {
    now,
    sync(date) {
      const offset = wallNow() - elapsed();
      const serverTime = Date.parse(date ?? '');
      if (Math.abs(offset - syncedOffset) < MAX_DRIFT_MS || Number.isNaN(serverTime)) return;
      syncedOffset = offset;
      correction += serverTime - now();
    },
  };
}
