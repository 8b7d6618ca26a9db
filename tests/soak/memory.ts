import type { MemoryUse } from '#tools/cluster/probe.ts';

/** The memory use of a portal, with the number of its last restart, and its age in seconds. */
export type Reading = MemoryUse & {
  readonly portal: number;
  readonly restart: number;
  readonly age: number;
};

/** Seconds until the code of a process is compiled and its pools are filled. */
const WARM_UP_SECONDS = 300;

/** The smallest number of readings from which a slope is computed. */
const MIN_READINGS = 20;

/** The bytes by which the heap may grow per hour: less than 200 bytes per request at the rate of the load. */
export const MAX_GROWTH_PER_HOUR = 8_000_000;

export type MemoryTrend = {
  readonly portal: number;
  readonly restart: number;
  /** Bytes of the heap at the first reading and the last. */
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
  const [meanTime, meanValue] = [mean(points.map(([time]) => time)), mean(points.map(([, value]) => value))];
  const rise = points.reduce((sum, [time, value]) => sum + (time - meanTime) * (value - meanValue), 0);
  return rise / points.reduce((sum, [time]) => sum + (time - meanTime) ** 2, 0);
}

/** The memory trends of all processes with enough readings after their warm-up. */
export function memoryTrends(readings: readonly Reading[]): readonly MemoryTrend[] {
  const warm = readings.filter(({ age }) => age >= WARM_UP_SECONDS);
  const processes = Map.groupBy(warm, ({ portal, restart }) => `${portal} ${restart}`);
  return [...processes.values()].flatMap((ofProcess) => {
    const [first, last] = [ofProcess[0], ofProcess.at(-1)];
    if (!first || !last || ofProcess.length < MIN_READINGS) return [];
    return [
      {
        portal: first.portal,
        restart: first.restart,
        from: first.heap,
        to: last.heap,
        resident: last.resident,
        slope: 3_600 * slopeOf(ofProcess.map(({ age, heap }) => [age, heap])),
      },
    ];
  });
}
