import { setTimeout } from 'node:timers/promises';

/** How long a connection is asked for again when the database has just gone, in milliseconds. */
export const RESTART_MS = 3_000;

const AGAIN_MS = 100;

/**
 * Makes connections. In the first moments in which the database is away, as while it restarts, they are asked for
 * again; a database that stays away fails at once until it is back.
 * @param isAway whether a failure means that nobody took the connection
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
