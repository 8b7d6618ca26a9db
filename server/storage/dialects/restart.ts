import { setTimeout } from 'node:timers/promises';

/** Milliseconds for which connecting is retried after the database has become unreachable. */
export const RESTART_MS = 3_000;

const AGAIN_MS = 100;

/**
 * Connects with retries in the first moments in which the database is unreachable, as during a restart. After that,
 * connecting fails at once until the database is back.
 * @param isAway whether an error means that the database accepted no connection
 */
export function throughRestarts(isAway: (error: unknown) => boolean, restartMs: number) {
  let awaySince: number | null = null;
  return async <Connection>(connect: () => Promise<Connection>): Promise<Connection> => {
    for (;;) {
      try {
        const connection = await connect();
        awaySince = null;
        return connection;
      } catch (error) {
        if (!isAway(error)) throw error;
        awaySince ??= performance.now();
        if (performance.now() - awaySince >= restartMs) throw error;
        await setTimeout(AGAIN_MS);
      }
    }
  };
}
