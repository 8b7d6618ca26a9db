import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health } from './health.ts';
import { hasIpOrLocalhost, hasValidHost, rejectHost } from './host.ts';
import { log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Address at which health and metrics are served, separate from the public address. */
export type OpsAddress = { readonly host: string; readonly port: number };

/** The running server of health and metrics. */
export type OpsServer = { readonly port: number; close(): Promise<void> };

type HealthAndMetrics = { readonly health: Health; readonly metrics: Metrics };

const send = (res: ServerResponse, status: number, type: string, text: string): void => {
  res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
};

async function answer(
  res: ServerResponse,
  path: string,
  { health, metrics }: HealthAndMetrics,
): Promise<void> {
  if (path === '/healthz') return send(res, 200, 'text/plain', 'alive\n');
  if (path === '/readyz') {
    const { isReady, parts } = await health.ready();
    return send(res, isReady ? 200 : 503, 'application/json', `${JSON.stringify(parts)}\n`);
  }
  if (path === '/metrics') return send(res, 200, metrics.contentType, await metrics.read());
  return send(res, 404, 'text/plain', 'There are /healthz, /readyz and /metrics.\n');
}

const LOOPBACK_ADDRESS = /^(?:localhost|127\.|::1$)/;

/**
 * Serves health and metrics at a separate address. If it is a loopback address, requests are refused unless
 * their Host header is an IP address or localhost.
 * @param port 0 for any free port
 * @throws the error of `listen`
 */
export async function listenForOperators(
  { host, port }: OpsAddress,
  monitored: HealthAndMetrics,
): Promise<OpsServer> {
  const hasAllowedHost = (req: IncomingMessage): boolean =>
    hasValidHost(req) && (!LOOPBACK_ADDRESS.test(host) || hasIpOrLocalhost(req));
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
