const SECOND_MS = 1000;

/** Formats a time of day, such as 22:31:05.250. `at`: epoch milliseconds. */
export function formatTimeOfDay(at: number): string {
  const date = new Date(at);
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`;
}

/** Formats a duration in seconds, such as 12.3 s. */
export const formatDuration = (ms: number): string => `${(ms / SECOND_MS).toFixed(1)} s`;
