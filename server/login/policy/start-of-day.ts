import { dayOf } from '#server/operations/audit/days.ts';
import { localTime } from './local-time.ts';

const MINUTE_MS = 60_000;

/** The time at which a day such as 2026-11-20 begins in a time zone, in epoch milliseconds. */
export function startOfDay(date: string, timeZone: string): number {
  const noon = Date.parse(`${date}T12:00:00Z`);
  const { date: localDate, time } = localTime(noon, timeZone);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const dayOffset = localDate === date ? 0 : localDate > date ? 1 : -1;
  const estimate = noon - (dayOffset * 24 * 60 + hours * 60 + minutes) * MINUTE_MS;
  // The clocks may have changed between midnight and noon: then the local time of the estimate is not 00:00.
  const [hoursOff = 0, minutesOff = 0] = localTime(estimate, timeZone).time.split(':').map(Number);
  return estimate - (hoursOff >= 12 ? hoursOff - 24 : hoursOff) * 60 * MINUTE_MS - minutesOff * MINUTE_MS;
}

const DAY_MS = 24 * 60 * MINUTE_MS;

/** The day after a day such as 2026-11-20. */
export const dayAfter = (date: string): string => dayOf(Date.parse(date) + DAY_MS);
