import { setTimeout } from 'node:timers/promises';

/** How many milliseconds connecting is retried, by default, after the database has become unreachable. */
export const RESTART_MS = 3_000;

/** Pause between two tries. */
const RETRY_MS = 100;

/**
 * Returns a function that connects, with retries during the first `restartMs` of an outage, because the database may
 * only be restarting. After that, connecting fails immediately until the database can be reached again.
 * @param isUnreachable whether an error means that the database accepted no connection
 * @param restartMs how many milliseconds of an outage connecting is retried
 */
export function retryingConnect(isUnreachable: (error: unknown) => boolean, restartMs: number) {
  let unreachableSince: number | null = null;
  return async <Connection>(connect: () => Promise<Connection>): Promise<Connection> => {
    for (;;) {
      try {
        const connection = await connect();
        unreachableSince = null;
        return connection;
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        unreachableSince ??= performance.now();
        if (performance.now() - unreachableSince >= restartMs) throw error;
        await setTimeout(RETRY_MS);
      }
    }
  };
}
