import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestEngine } from '#server/login/engine.ts';
import { log } from '#server/operations/log.ts';

/** An engine, with the handler of its HTTP requests. */
type Engine = RequestEngine & {
  handles(method: string, url: string): boolean;
  handler(req: IncomingMessage, res: ServerResponse): Promise<void>;
};

/** An engine that is created again when its keys change. */
export type ReloadingEngine = Engine & {
  /** Rejects when the keys cannot be read. */
  checkKeys(): Promise<unknown>;
};

/** How long a server may use keys that another process has replaced. */
const CHECK_INTERVAL_MS = 30_000;

/**
 * Creates an engine that is created again when the keys change, or when another key becomes the signing key. The data
 * of the engine are in the storage, so a new engine finds them.
 * @param version returns a text that changes with the keys and with the signing key; rejects when the keys cannot be
 * read
 */
export async function reloadingEngine(
  create: () => Promise<Engine>,
  version: () => Promise<string>,
  now: () => number,
): Promise<ReloadingEngine> {
  let engine = await create();
  let currentVersion = await version();
  let nextCheckAt = now() + CHECK_INTERVAL_MS;
  let renewal: Promise<void> | null = null;

  const renewIfChanged = async (): Promise<void> => {
    nextCheckAt = now() + CHECK_INTERVAL_MS;
    const latestVersion = await version();
    if (latestVersion === currentVersion) return;
    engine = await create();
    currentVersion = latestVersion;
  };
  /** Called only by `handler`: the portal may call the other methods in a transaction, in which keys are not read. */
  const currentEngine = async (): Promise<Engine> => {
    if (now() >= nextCheckAt) {
      renewal ??= renewIfChanged()
        .catch(log.fault)
        .finally(() => {
          renewal = null;
        });
    }
    await renewal;
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
