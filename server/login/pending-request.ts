import type { AuthRequest, RequestEngine } from './engine.ts';

/** A request that a client service waits on, with the engine that keeps it. */
export type PendingRequest = { readonly request: AuthRequest; readonly engine: RequestEngine };

/** Finds a request by its id, whichever engine keeps it; null when it is over. */
export type FindRequest = (id: string | null) => Promise<PendingRequest | null>;

/** Asks each engine in turn. */
export const requestFinder =
  (engines: readonly RequestEngine[]): FindRequest =>
  async (id) => {
    if (id === null) return null;
    for (const engine of engines) {
      const request = await engine.find(id);
      if (request) return { request, engine };
    }
    return null;
  };
