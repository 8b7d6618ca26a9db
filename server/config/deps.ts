/** Epoch milliseconds. */
export type Clock = () => number;

/** Cryptographically strong random bytes. */
export type RandomBytes = (size: number) => Buffer;
