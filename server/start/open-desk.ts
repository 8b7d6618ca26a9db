import { getRequestListener } from '@hono/node-server';
import { type DeskOptions, deskParts } from '#server/desk/parts.ts';
import { duringRequest } from '#server/operations/request.ts';
import type { BoundPort } from './bound-port.ts';
import { engineRequest } from './engine-request.ts';

/** Serves the help desk at its own port. */
export function openDesk(port: BoundPort, options: DeskOptions): { close(): Promise<void> } {
  const { app, work } = deskParts(options);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  port.serve((req, res) => {
    const request = engineRequest(req, options.portal);
    res.setHeader('X-Request-Id', request.id);
    void duringRequest(request, () => listener(req, res));
  });
  return {
    async close() {
      await port.close();
      await work.end();
    },
  };
}
