import { fromPromise } from 'xstate';

/** `now` in epoch milliseconds. */
export const sessionExpiryPorts = (now: () => number) => ({
  readClock: fromPromise<number>(async () => now()),
});
