import type { MethodKey } from '#server/config/policy.ts';

/** Methods that a person has proven, with the times. */
export type ProvenMethods = {
  readonly methods: readonly MethodKey[];
  /** When each method was proven, in epoch milliseconds, in the order of `methods`. */
  readonly provedAt: readonly number[];
};

/** The times of the methods as the text of a column. */
export const timesText = ({ provedAt }: ProvenMethods): string => provedAt.join(' ');

/**
 * Reads methods and their times from columns.
 * @param times null in a row of a former version, which did not store times
 * @param defaultTime the time of each method when `times` is null
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
