const SECOND = 1000;

/** A time of day, such as 22:31:05.250. */
export function timeOf(at: number): string {
  const date = new Date(at);
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0');
  return `${part(date.getHours())}:${part(date.getMinutes())}:${part(date.getSeconds())}.${part(date.getMilliseconds(), 3)}`;
}

/** A span of milliseconds in seconds, such as 12.3 s. */
export const spanOf = (ms: number): string => `${(ms / SECOND).toFixed(1)} s`;
