const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/;

/**
 * The local time of an instant in a time zone. The result is the epoch milliseconds of the same date and time in UTC.
 */
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

/**
 * The epoch milliseconds of a local time such as `2026-11-26 09:00` in a time zone; null when the text is not a valid
 * time.
 */
export function instantOf(text: string, timeZone: string): number | null {
  const [, year, month, day, hour, minute] = LOCAL_TIME.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const timeInUtc = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  const isExistingDate = new Date(timeInUtc)
    .toISOString()
    .startsWith(`${year}-${month}-${day}T${hour}:${minute}`);
  if (!isExistingDate) return null;
  // The offset of the time zone depends on the instant, so a second step corrects an estimate that crossed a clock change.
  const estimate = timeInUtc - (localTimeAsUtc(timeInUtc, timeZone) - timeInUtc);
  return estimate + (timeInUtc - localTimeAsUtc(estimate, timeZone));
}
