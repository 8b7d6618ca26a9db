const WRITTEN = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/;

/** What a clock on the wall shows at an instant, as if it stood in UTC, in epoch milliseconds. */
function onTheWall(epochMs: number, timeZone: string): number {
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

/**
 * The instant of a time such as `2026-11-26 09:00` in a time zone, in epoch milliseconds; null for what is no such time.
 */
export function instantOf(written: string, timeZone: string): number | null {
  const [, year, month, day, hour, minute] = WRITTEN.exec(written.trim()) ?? [];
  if (year === undefined) return null;
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  const isReal = new Date(wall).toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}`);
  if (!isReal) return null;
  const guess = wall - (onTheWall(wall, timeZone) - wall);
  return guess + (wall - onTheWall(guess, timeZone));
}
