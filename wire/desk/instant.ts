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
  const partValue = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(
    partValue('year'),
    partValue('month') - 1,
    partValue('day'),
    partValue('hour'),
    partValue('minute'),
  );
}

/** Epoch milliseconds of a local time such as `2026-11-26 09:00` in a time zone; null when it is not a valid time. */
export function instantOf(text: string, timeZone: string): number | null {
  const [, year, month, day, hour, minute] = LOCAL_TIME.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const localTime = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  const isReal = new Date(localTime).toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}`);
  if (!isReal) return null;
  const guess = localTime - (localTimeAsUtc(localTime, timeZone) - localTime);
  return guess + (localTime - localTimeAsUtc(guess, timeZone));
}
