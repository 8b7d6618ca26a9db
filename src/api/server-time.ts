/** The clocks of the device, in milliseconds. */
export type DeviceClocks = {
  /** The one that a person may set. */
  readonly wall: () => number;
  /** The one that nobody sets; it may stand still while the device sleeps. */
  readonly steady: () => number;
  /** Server clock minus wall clock when the page was loaded. */
  readonly skewMs: () => number;
};

/** The server's time as the page reckons it (decision 167). */
export interface ServerTime {
  /** Epoch milliseconds. */
  now(): number;
  /** Takes the measure anew by the `Date` of an answer, when the device slept or its clock was set. */
  hear(date: string | null): void;
}

/** Clocks that come apart by less are only kept true, in milliseconds. */
const APART_MS = 2000;

/** Reckons by the steady clock, so that setting the other one changes nothing. */
export function reckonServerTime({ wall, steady, skewMs }: DeviceClocks): ServerTime {
  const begun = wall() - steady();
  let heard = begun;
  let correction = 0;
  const now = (): number => steady() + begun + skewMs() + correction;
  return {
    now,
    hear(date) {
      const apart = wall() - steady();
      const told = Date.parse(date ?? '');
      if (Math.abs(apart - heard) < APART_MS || Number.isNaN(told)) return;
      heard = apart;
      correction += told - now();
    },
  };
}
