import type { Period } from '#server/config/values.ts';
import type { Row } from '#server/storage/statement.ts';

/** Whether an administrator lets a device be used, and on which days. */
export type DeviceUsage = { readonly isUsable: boolean; readonly usagePeriod: Period };

/** Reads the columns `usable`, `usable_from` and `usable_until`. */
export function usageOf(row: Row): DeviceUsage {
  const { usable, usable_from: from, usable_until: until } = row;
  return {
    isUsable: usable === 1,
    usagePeriod: { ...(from && { from: String(from) }), ...(until && { until: String(until) }) },
  };
}

/** Values of the three columns in their order. */
export const usageValues = (entry: { readonly usable: boolean; readonly usagePeriod: Period }) =>
  [entry.usable ? 1 : 0, entry.usagePeriod.from ?? null, entry.usagePeriod.until ?? null] as const;
