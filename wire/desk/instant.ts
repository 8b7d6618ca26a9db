const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/;

/** The local time of an instant in a time zone, read as if it were UTC, in epoch milliseconds. */
function localTimeAsUtc(epochMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(epochMs);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
}

/** Epoch milliseconds of a local time such as `2026-11-26 09:00` in a time zone; null when it is not a valid time. */
export function instantOf(written: string, timeZone: string): number | null {
  const [, year, month, day, hour, minute] = LOCAL_TIME.exec(written.trim()) ?? [];
  if (year === undefined) return null;
  const localTime = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  const isReal = new Date(localTime).toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}`);
  if (!isReal) return null;
  const guess = localTime - (localTimeAsUtc(localTime, timeZone) - localTime);
  return guess + (localTime - localTimeAsUtc(guess, timeZone));
}
