import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestEngine } from '#server/login/engine.ts';
import { log } from '#server/operations/log.ts';

/** An engine that answers HTTP and stands on keys that may be replaced while it runs. */
type Engine = RequestEngine & {
  handles(method: string, url: string): boolean;
  handler(req: IncomingMessage, res: ServerResponse): Promise<void>;
};

/** An engine that is made anew with its keys. */
export type RenewedEngine = Engine & {
  /** Throws when the keys cannot be read. */
  askKeys(): Promise<unknown>;
};

/** How long a server may go on with keys that another process has replaced, in milliseconds. */
const LOOK_EVERY_MS = 30_000;

/**
 * An engine that is made anew when its keys are others, or another of them signs. What it keeps is in the storage, so
 * that nothing is lost with the old one.
 * @param version names the keys and the one that signs now; throws when they cannot be read
 */
export async function renewedEngine(
  create: () => Promise<Engine>,
  version: () => Promise<string>,
  now: () => number,
): Promise<RenewedEngine> {
  let current = await create();
  let known = await version();
  let lookAt = now() + LOOK_EVERY_MS;
  let renewing: Promise<void> | null = null;

  const renew = async (): Promise<void> => {
    lookAt = now() + LOOK_EVERY_MS;
    const latest = await version();
    if (latest === known) return;
    current = await create();
    known = latest;
  };
  /** Looked at with the engine's own requests alone: the portal's calls may be in the middle of a transaction. */
  const engine = async (): Promise<Engine> => {
    if (now() >= lookAt) {
      renewing ??= renew()
        .catch(log.fault)
        .finally(() => {
          renewing = null;
        });
    }
    await renewing;
    return current;
  };
  return {
    handles: (method, url) => current.handles(method, url),
    handler: async (req, res) => (await engine()).handler(req, res),
    find: (id) => current.find(id),
    workedOn: (id, how) => current.workedOn(id, how),
    finish: (id, login) => current.finish(id, login),
    farewell: (cookieHeader, onward) => current.farewell(cookieHeader, onward),
    endSession: (cookieHeader) => current.endSession(cookieHeader),
    endSessionsOf: (userId) => current.endSessionsOf(userId),
    endSessionNamed: (name) => current.endSessionNamed(name),
    askKeys: version,
  };
}
