import type { Hours, Period } from '#server/config/values.ts';

/** Local date and time in the server's time zone. */
export type LocalTime = {
  /** Such as 2026-01-31. */
  readonly date: string;
  /** Such as 09:05. */
  readonly time: string;
};

/** Cached, because creating a formatter is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  // Swedish dates have the form of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  return format;
}

/** Converts epoch milliseconds to the local time of a time zone. */
export function localTime(epochMs: number, timeZone: string): LocalTime {
  const [date = '', time = ''] = formatIn(timeZone).format(epochMs).split(' ');
  return { date, time };
}

/**
 * Whether the date is in the period. The first and the last day belong to the period. A period without a first or last
 * day has no limit in this direction.
 */
export const isWithinPeriod = ({ date }: LocalTime, { from, until }: Period): boolean =>
  (from === undefined || from <= date) && (until === undefined || date <= until);

/**
 * Whether the time is in the hours. The end does not belong to the hours. Hours may include midnight; when start and
 * end are equal, no time is in the hours.
 */
export const isWithinHours = ({ time }: LocalTime, { from, until }: Hours): boolean =>
  from <= until ? from <= time && time < until : from <= time || time < until;
