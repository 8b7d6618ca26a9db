const MINUTE = 60_000;

/** How long nothing happens on a page before it asks, and from then to the end, where a session is kept for 30 minutes. */
export const UNTIL_WARNING = 27.5 * MINUTE;
export const UNTIL_END = 2 * MINUTE;
