const MINUTE = 60_000;

/** In a session that ends after 30 minutes without use: the milliseconds from the last use to the warning. */
export const UNTIL_WARNING = 27.5 * MINUTE;

/** In the same session: the milliseconds from the warning until the page ends the session. */
export const UNTIL_END = 2 * MINUTE;
