import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A load balancer without sticky sessions: each request is forwarded to the next portal, on a new connection. */
export type Balancer = {
  readonly url: string;
  /** Index of the portal for the next request. */
  nextIndex(): number;
  close(): Promise<void>;
};

const isConnectionRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

/**
 * Starts a balancer.
 * @param ports ports of the portals
 * @param beforeForwarding is called with the path of each request, and awaited before the request is forwarded
 */
export async function startBalancer(
  ports: readonly number[],
  beforeForwarding: (path: string) => Promise<void> = async () => undefined,
): Promise<Balancer> {
  let requestCount = 0;

  const send = async (
    req: IncomingMessage,
    body: Buffer,
    res: ServerResponse,
    index: number,
  ): Promise<void> => {
    const port = ports[index % ports.length];
    const headers = { ...req.headers, 'x-forwarded-for': '203.0.113.7', connection: 'close' };
    const forwarded = request({
      port,
      host: '127.0.0.1',
      method: req.method,
      path: req.url,
      headers,
      agent: false,
    });
    forwarded.end(body);
    const [response] = (await once(forwarded, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    res.writeHead(response.statusCode ?? 500, response.rawHeaders).end(bytes);
  };

  /**
   * Forwards a request to the next portal that accepts the connection. A request that a portal has received is not
   * repeated.
   */
  const forward = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await buffer(req);
    await beforeForwarding(req.url ?? '');
    const first = requestCount;
    requestCount += 1;
    for (let index = first; ; index += 1) {
      try {
        return await send(req, body, res, index);
      } catch (error) {
        if (index === first + ports.length || !isConnectionRefused(error)) throw error;
      }
    }
  };

  const server = createServer((req, res) => {
    forward(req, res).catch(() => res.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    nextIndex: () => requestCount % ports.length,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
