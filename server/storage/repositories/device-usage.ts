import type { Period } from '#server/config/values.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** Whether a device may be used, and in which period, as set by an administrator. */
export type DeviceUsage = { readonly isUsable: boolean; readonly usagePeriod: Period };

/** Reads a device's columns `usable`, `usable_from` and `usable_until`. */
export function usageOf({
  usable,
  usable_from: from,
  usable_until: until,
}: Pick<TableRow<'otp_cards'>, 'usable' | 'usable_from' | 'usable_until'>): DeviceUsage {
  return {
    isUsable: usable === 1,
    usagePeriod: { ...(from && { from }), ...(until && { until }) },
  };
}

/** The values of the columns `usable`, `usable_from` and `usable_until`, in this order. */
export const usageValues = (entry: { readonly usable: boolean; readonly usagePeriod: Period }) =>
  [entry.usable ? 1 : 0, entry.usagePeriod.from ?? null, entry.usagePeriod.until ?? null] as const;
