const MINUTE = 60_000;

/** Times of a session of 30 minutes: from the last use to the warning, and from the warning to the end. */
export const UNTIL_WARNING = 27.5 * MINUTE;
export const UNTIL_END = 2 * MINUTE;
