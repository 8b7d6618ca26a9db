import { fromPromise } from 'xstate';

/** `now` in epoch milliseconds. */
export const sessionPorts = (now: () => number) => ({ readClock: fromPromise<number>(async () => now()) });
