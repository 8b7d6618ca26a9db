import { performance } from 'node:perf_hooks';

/** Milliseconds for which the process has to be busy. */
const WINDOW_MS = 500;
const SAMPLE_MS = 50;

/** Share of that time in which the event loop did not rest. */
const OVERLOADED = 0.95;

type Utilization = ReturnType<typeof performance.eventLoopUtilization>;

/** How busy the process is. */
export type Load = {
  /** Whether requests wait for each other: the event loop had hardly any rest in the last half second. */
  isTooHigh(): boolean;
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
    isTooHigh() {
      const [first] = samples;
      return (
        first !== undefined &&
        samples.length === WINDOW_MS / SAMPLE_MS &&
        measure(first).utilization > OVERLOADED
      );
    },
    close: () => clearInterval(timer),
  };
}
