import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health } from './health.ts';
import { hasValidHost, namesThisMachine, rejectHost } from './host.ts';
import { log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Address of health and metrics, separate from the public one. */
export type OpsAddress = { readonly host: string; readonly port: number };

export type OpsServer = { readonly port: number; close(): Promise<void> };

type MonitoredParts = { readonly health: Health; readonly metrics: Metrics };

const send = (res: ServerResponse, status: number, type: string, text: string): void => {
  res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
};

async function answer(res: ServerResponse, path: string, { health, metrics }: MonitoredParts): Promise<void> {
  if (path === '/healthz') return send(res, 200, 'text/plain', 'alive\n');
  if (path === '/readyz') {
    const { isReady, parts } = await health.ready();
    return send(res, isReady ? 200 : 503, 'application/json', `${JSON.stringify(parts)}\n`);
  }
  if (path === '/metrics') return send(res, 200, metrics.contentType, await metrics.read());
  return send(res, 404, 'text/plain', 'There are /healthz, /readyz and /metrics.\n');
}

const LOOPBACK = /^(?:localhost|127\.|::1$)/;

/**
 * Serves health and metrics on a separate address. On a loopback address, other host names are refused.
 * @param port 0 for any free port
 * @throws the error of `listen`
 */
export async function listenForOperators(
  { host, port }: OpsAddress,
  monitored: MonitoredParts,
): Promise<OpsServer> {
  const hasAllowedHost = (req: IncomingMessage): boolean =>
    hasValidHost(req) && (!LOOPBACK.test(host) || namesThisMachine(req));
  const server = createServer((req, res) => {
    if (!hasAllowedHost(req)) return rejectHost(res);
    answer(res, (req.url ?? '').split('?', 1)[0] ?? '', monitored).catch((error: unknown) => {
      log.fault(error);
      send(res, 500, 'text/plain', 'Not available now.\n');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
