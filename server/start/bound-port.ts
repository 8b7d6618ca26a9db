import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasValidHost, rejectHost } from '#server/operations/host.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** A port that accepts connections before the server can answer: requests wait until `serve` is called. */
export type BoundPort = {
  readonly port: number;
  serve(handle: Handler): void;
  /** From now on each answer closes its connection, so that the next request may go to another server. */
  announceEnd(): void;
  /**
   * Accepts no further connections, finishes running requests, and closes the rest.
   * @param graceMs how long answers may take, in milliseconds.
   */
  close(graceMs?: number): Promise<void>;
};

const GRACE_MS = 10_000;

/**
 * How long a connection may idle, in milliseconds: longer than at a proxy, which would otherwise send requests to
 * closed connections.
 */
const KEEP_ALIVE_MS = 65_000;

/** How long a request may take to arrive, in milliseconds; slower connections are closed. */
export type RequestTimeouts = {
  readonly headersMs: number;
  /** Headers and body. */
  readonly requestMs: number;
  /** Interval at which the time limits are checked. */
  readonly checkMs: number;
};

const REQUEST_TIMEOUTS: RequestTimeouts = { headersMs: 10_000, requestMs: 30_000, checkMs: 5_000 };

/**
 * Binds a port.
 * @param port 0 for any free port.
 * @param host the address to listen on; all addresses when absent.
 * @throws the error of `listen`, EADDRINUSE when the port is in use.
 */
export async function bindPort(port: number, host?: string, timeouts = REQUEST_TIMEOUTS): Promise<BoundPort> {
  const { promise: ready, resolve: serve } = Promise.withResolvers<Handler>();
  const openResponses = new Set<ServerResponse>();
  let isEnding = false;
  const settings = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    connectionsCheckingInterval: timeouts.checkMs,
  };
  const server = createServer(settings, (req, res) => {
    if (!hasValidHost(req)) return rejectHost(res);
    openResponses.add(res);
    if (isEnding) res.shouldKeepAlive = false;
    res.once('close', () => openResponses.delete(res));
    void ready.then((handle) => handle(req, res));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  const announceEnd = (): void => {
    isEnding = true;
    for (const res of openResponses) res.shouldKeepAlive = false;
  };
  return {
    announceEnd,
    port: (server.address() as AddressInfo).port,
    serve,
    async close(graceMs = GRACE_MS) {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      announceEnd();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
