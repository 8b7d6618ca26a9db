import { fromPromise } from 'xstate';

/**
 * The clock of the screen after the session has expired.
 * @param now returns the time in epoch milliseconds
 */
export const sessionExpiryPorts = (now: () => number) => ({
  readClock: fromPromise<number>(async () => now()),
});
