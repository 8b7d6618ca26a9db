import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestEngine } from '#server/login/engine.ts';
import { log } from '#server/operations/log.ts';

/** An engine over HTTP whose keys may be replaced while it runs. */
type Engine = RequestEngine & {
  handles(method: string, url: string): boolean;
  handler(req: IncomingMessage, res: ServerResponse): Promise<void>;
};

/** An engine that is created again when its keys change. */
export type ReloadingEngine = Engine & {
  /** Rejects when the keys cannot be read. */
  checkKeys(): Promise<unknown>;
};

/** Milliseconds for which a server may use keys that another process has replaced. */
const CHECK_EVERY_MS = 30_000;

/**
 * An engine that is created again when its keys, or the current signing key, change. Its data are in the storage, so
 * nothing is lost with the old one.
 * @param version a text that changes with the keys or the current signing key; rejects when they cannot be read
 */
export async function reloadingEngine(
  create: () => Promise<Engine>,
  version: () => Promise<string>,
  now: () => number,
): Promise<ReloadingEngine> {
  let current = await create();
  let currentVersion = await version();
  let nextCheckAt = now() + CHECK_EVERY_MS;
  let renewing: Promise<void> | null = null;

  const renew = async (): Promise<void> => {
    nextCheckAt = now() + CHECK_EVERY_MS;
    const latest = await version();
    if (latest === currentVersion) return;
    current = await create();
    currentVersion = latest;
  };
  /** Checked only at the engine's own requests: the portal's calls may be inside a transaction. */
  const currentEngine = async (): Promise<Engine> => {
    if (now() >= nextCheckAt) {
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
    get devices() {
      return current.devices;
    },
    handles: (method, url) => current.handles(method, url),
    handler: async (req, res) => (await currentEngine()).handler(req, res),
    find: (id) => current.find(id),
    markProgress: (id, progress) => current.markProgress(id, progress),
    finish: (id, login) => current.finish(id, login),
    decline: (id) => current.decline(id),
    notifyLogout: (cookieHeader, onward, signOut) => current.notifyLogout(cookieHeader, onward, signOut),
    endSession: (cookieHeader) => current.endSession(cookieHeader),
    endSessionsOf: (userId) => current.endSessionsOf(userId),
    endSessionNamed: (name) => current.endSessionNamed(name),
    checkKeys: version,
  };
}
