/** Returns the current time in epoch milliseconds. */
export type Clock = () => number;

/** Returns cryptographically strong random bytes. */
export type RandomBytes = (size: number) => Buffer;
