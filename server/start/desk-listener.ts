import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type DeskOptions, deskParts } from '#server/desk/parts.ts';
import { runWithRequest } from '#server/operations/request.ts';
import { engineRequest } from './engine-request.ts';

/** The request handler at the port of the help desk, and the background jobs of its calls. */
export function deskListener(options: DeskOptions) {
  const { app, backgroundJobs } = deskParts(options);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const request = engineRequest(req, options.portal);
    res.setHeader('X-Request-Id', request.id);
    await runWithRequest(request, () => listener(req, res));
  };
  return { handle, backgroundJobs };
}
