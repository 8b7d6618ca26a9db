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
const CHECK_INTERVAL_MS = 30_000;

/**
 * An engine that is created again when its keys, or the current signing key, change. Its data are in the storage, so
 * that a new engine finds them.
 * @param version a text that changes with the keys or the current signing key; rejects when they cannot be read
 */
export async function reloadingEngine(
  create: () => Promise<Engine>,
  version: () => Promise<string>,
  now: () => number,
): Promise<ReloadingEngine> {
  let engine = await create();
  let currentVersion = await version();
  let nextCheckAt = now() + CHECK_INTERVAL_MS;
  let renewing: Promise<void> | null = null;

  const renew = async (): Promise<void> => {
    nextCheckAt = now() + CHECK_INTERVAL_MS;
    const latestVersion = await version();
    if (latestVersion === currentVersion) return;
    engine = await create();
    currentVersion = latestVersion;
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
    return engine;
  };
  return {
    get devices() {
      return engine.devices;
    },
    handles: (method, url) => engine.handles(method, url),
    handler: async (req, res) => (await currentEngine()).handler(req, res),
    find: (id) => engine.find(id),
    recordProgress: (id, progress) => engine.recordProgress(id, progress),
    finish: (id, login) => engine.finish(id, login),
    decline: (id) => engine.decline(id),
    notifyLogout: (cookieHeader, onward, signOut) => engine.notifyLogout(cookieHeader, onward, signOut),
    endSession: (cookieHeader) => engine.endSession(cookieHeader),
    endSessionsOf: (userId) => engine.endSessionsOf(userId),
    endSessionNamed: (name) => engine.endSessionNamed(name),
    checkKeys: version,
  };
}
