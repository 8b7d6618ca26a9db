import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasValidHost, rejectHost } from '#server/operations/host.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** A port that accepts connections before the server can answer: requests wait until `serve` is called. */
export type BoundPort = {
  readonly port: number;
  serve(handle: Handler): void;
  /** From now on each answer closes its connection, so that the next request may go to another server. */
  stopKeepAlive(): void;
  /**
   * Accepts no further connections, waits for running requests, and then closes the remaining connections.
   * @param graceMs maximum time to wait, in milliseconds
   */
  close(graceMs?: number): Promise<void>;
};

/** Default of `graceMs`. */
const GRACE_MS = 10_000;

/**
 * Time for which an unused connection stays open. It is longer than at usual proxies, because a proxy would otherwise
 * send requests through connections that the server has closed.
 */
const KEEP_ALIVE_MS = 65_000;

/** Limits for the time in which a request must arrive. Slower connections are closed. */
export type RequestTimeouts = {
  /** Time for the headers. */
  readonly headersMs: number;
  /** Time for headers and body. */
  readonly requestMs: number;
  /** Interval at which the time limits are checked. */
  readonly checkMs: number;
};

const REQUEST_TIMEOUTS: RequestTimeouts = { headersMs: 10_000, requestMs: 30_000, checkMs: 5_000 };

/**
 * Binds a port.
 * @param port 0 for any free port
 * @param host the address to listen on; all addresses when absent
 * @throws the error of `listen`, such as EADDRINUSE when the port is in use
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
  const stopKeepAlive = (): void => {
    isEnding = true;
    for (const res of openResponses) res.shouldKeepAlive = false;
  };
  return {
    stopKeepAlive,
    port: (server.address() as AddressInfo).port,
    serve,
    async close(graceMs = GRACE_MS) {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      stopKeepAlive();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
