import type { MemoryUse } from '#tools/cluster/probe.ts';

/** The memory use of a portal; `restart` is the number of the last restart, and `age` the time since then in seconds. */
export type Reading = MemoryUse & {
  readonly portal: number;
  readonly restart: number;
  readonly age: number;
};

/** Seconds until a process has compiled the code and filled the pools. */
const WARM_UP_SECONDS = 300;

/** The smallest number of readings from which a slope is computed. */
const MIN_READINGS = 20;

/** The maximum growth of the heap in bytes per hour: less than 200 bytes per request at the rate of the load. */
export const MAX_GROWTH_PER_HOUR = 8_000_000;

export type MemoryTrend = {
  readonly portal: number;
  readonly restart: number;
  /** The size of the heap in bytes at the first and the last reading. */
  readonly from: number;
  readonly to: number;
  readonly resident: number;
  /** Growth of the heap in bytes per hour, by least squares. */
  readonly slope: number;
};

/** The slope of the line of least squares. */
function slopeOf(points: readonly (readonly [time: number, value: number])[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanTime = mean(points.map(([time]) => time));
  const meanValue = mean(points.map(([, value]) => value));
  const rise = points.reduce((sum, [time, value]) => sum + (time - meanTime) * (value - meanValue), 0);
  return rise / points.reduce((sum, [time]) => sum + (time - meanTime) ** 2, 0);
}

/** The memory trends of all processes with enough readings after their warm-up. */
export function memoryTrends(readings: readonly Reading[]): readonly MemoryTrend[] {
  const warmReadings = readings.filter(({ age }) => age >= WARM_UP_SECONDS);
  const processes = Map.groupBy(warmReadings, ({ portal, restart }) => `${portal} ${restart}`);
  return [...processes.values()].flatMap((processReadings) => {
    const first = processReadings[0];
    const last = processReadings.at(-1);
    if (!first || !last || processReadings.length < MIN_READINGS) return [];
    return [
      {
        portal: first.portal,
        restart: first.restart,
        from: first.heap,
        to: last.heap,
        resident: last.resident,
        slope: 3_600 * slopeOf(processReadings.map(({ age, heap }) => [age, heap])),
      },
    ];
  });
}
