import { performance } from 'node:perf_hooks';

/** Milliseconds for which the process has to be busy. */
const WINDOW_MS = 500;
const SAMPLE_MS = 50;

/** Share of that time in which the event loop did not rest. */
const BUSY = 0.95;

/** Requests under way, each of which occupies the event loop for about 4 ms. */
const MANY = 16;

type Utilization = ReturnType<typeof performance.eventLoopUtilization>;

/** How busy the process is. */
export type Load = {
  /**
   * Whether requests wait long for each other: many are under way, and the event loop had hardly any rest in the last
   * half second.
   */
  isTooHigh(underWay: number): boolean;
  close(): void;
};

/** @param measure the event loop's utilization since then, or since the process began */
export function loadOf(
  measure: (since?: Utilization) => Utilization = performance.eventLoopUtilization,
): Load {
  const samples: Utilization[] = [];
  const timer = setInterval(() => {
    samples.push(measure());
    if (samples.length > WINDOW_MS / SAMPLE_MS) samples.shift();
  }, SAMPLE_MS).unref();
  return {
    isTooHigh(underWay) {
      const [first] = samples;
      if (underWay < MANY || !first || samples.length < WINDOW_MS / SAMPLE_MS) return false;
      return measure(first).utilization > BUSY;
    },
    close: () => clearInterval(timer),
  };
}
