import { performance } from 'node:perf_hooks';

/** Time over which the utilization of the event loop is measured. */
const WINDOW_MS = 500;
const SAMPLE_MS = 50;

/** Utilization of the event loop above which the process is overloaded. */
const BUSY_UTILIZATION = 0.95;

/**
 * Number of running requests below which a process is not overloaded. With more running requests, the database
 * statements of a signed-in person's request wait for the statements of other requests.
 */
const MIN_RUNNING_REQUESTS = 16;

type Utilization = ReturnType<typeof performance.eventLoopUtilization>;

/** Load of the process. */
export type Load = {
  /**
   * Whether the process is overloaded: many requests are running, and the event loop was busy in the last half second;
   * or many hashes wait.
   */
  isTooHigh(runningRequests: number): boolean;
  close(): void;
};

/**
 * Measures the load of the process until it is closed.
 * @param isHashingBusy whether many hashes wait
 * @param measure the event loop's utilization since a sample, or since the process began
 */
export function loadOf(
  isHashingBusy: () => boolean,
  measure: (since?: Utilization) => Utilization = performance.eventLoopUtilization,
): Load {
  const samples: Utilization[] = [];
  const timer = setInterval(() => {
    samples.push(measure());
    if (samples.length > WINDOW_MS / SAMPLE_MS) samples.shift();
  }, SAMPLE_MS).unref();
  return {
    isTooHigh(runningRequests) {
      if (isHashingBusy()) return true;
      const [oldestSample] = samples;
      if (runningRequests < MIN_RUNNING_REQUESTS || !oldestSample || samples.length < WINDOW_MS / SAMPLE_MS)
        return false;
      return measure(oldestSample).utilization > BUSY_UTILIZATION;
    },
    close: () => clearInterval(timer),
  };
}
