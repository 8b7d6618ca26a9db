/** The clocks of the device. Each function returns milliseconds. */
export type DeviceClocks = {
  /** Returns the time of the wall clock, which a person may set. */
  readonly wallNow: () => number;
  /** Returns the time of the monotonic clock, which may stop while the device sleeps. */
  readonly elapsed: () => number;
  /** Returns the server's time minus the time of the wall clock when the page was loaded. */
  readonly skewMs: () => number;
};

/** The page's estimate of the server's time (rule 167). */
export interface ServerTime {
  /** Returns the estimated time in epoch milliseconds. */
  now(): number;
  /**
   * Corrects the estimate with the `Date` header of an answer, if the device has slept or its wall clock was changed
   * since the last correction.
   */
  sync(date: string | null): void;
}

/** A change of the offset between the two clocks that is smaller is ignored, in milliseconds. */
const MIN_OFFSET_CHANGE_MS = 2000;

/**
 * Creates an estimate of the server's time that follows the monotonic clock, so that a changed wall clock does not
 * change the estimate.
 */
export function trackServerTime({ wallNow, elapsed, skewMs }: DeviceClocks): ServerTime {
  /** Wall clock minus monotonic clock. */
  const initialOffset = wallNow() - elapsed();
  let syncedOffset = initialOffset;
  let correction = 0;
  const now = (): number => elapsed() + initialOffset + skewMs() + correction;
  return {
    now,
    sync(date) {
      const offset = wallNow() - elapsed();
      const serverTime = Date.parse(date ?? '');
      if (Math.abs(offset - syncedOffset) < MIN_OFFSET_CHANGE_MS || Number.isNaN(serverTime)) return;
      syncedOffset = offset;
      correction += serverTime - now();
    },
  };
}
