import type { MethodKey } from '#server/config/policy.ts';

/** Methods that a person has proved, with their times. */
export type ProvenMethods = {
  readonly methods: readonly MethodKey[];
  /** Epoch milliseconds of each of the methods, in their order. */
  readonly provedAt: readonly number[];
};

/** The times of methods as one column. */
export const timesAsText = ({ provedAt }: ProvenMethods): string => provedAt.join(' ');

/**
 * Methods and their times as they are stored.
 * @param defaultTime the time of each method where a former version stored no times
 */
export function provenMethodsFrom(methods: unknown, times: unknown, defaultTime: number): ProvenMethods {
  const names = String(methods).split(' ') as MethodKey[];
  const storedTimes = String(times ?? '')
    .split(' ')
    .map(Number);
  const provedAt =
    times !== null && storedTimes.length === names.length ? storedTimes : names.map(() => defaultTime);
  return { methods: names, provedAt };
}
