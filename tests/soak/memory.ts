import type { MemoryUse } from '#tools/cluster/probe.ts';

/** What one process held at a moment of its life; seconds since its start. */
export type Reading = MemoryUse & { readonly place: number; readonly life: number; readonly age: number };

/** What a process takes until its code is compiled and its pools are filled, in seconds. */
const WARMING = 300;

/** Fewer readings say nothing. */
const FEWEST = 20;

/** What a line through the readings may rise in an hour: less than 200 bytes a request at the pace of the load. */
export const MAX_AN_HOUR = 8_000_000;

export type Judged = {
  readonly place: number;
  readonly life: number;
  /** Bytes of the heap at the first reading and the last. */
  readonly from: number;
  readonly to: number;
  readonly resident: number;
  /** Bytes an hour by the line of least squares through the heap. */
  readonly slope: number;
};

/** The rise of the line of least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const rise = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return rise / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}

/** Each life of a process that was long enough after its warm-up. */
export function judged(readings: readonly Reading[]): readonly Judged[] {
  const warm = readings.filter(({ age }) => age >= WARMING);
  const lives = Map.groupBy(warm, ({ place, life }) => `${place} ${life}`);
  return [...lives.values()].flatMap((life) => {
    const [first, last] = [life[0], life.at(-1)];
    if (!first || !last || life.length < FEWEST) return [];
    return [
      {
        place: first.place,
        life: first.life,
        from: first.heap,
        to: last.heap,
        resident: last.resident,
        slope: 3_600 * slopeOf(life.map(({ age, heap }) => [age, heap])),
      },
    ];
  });
}
