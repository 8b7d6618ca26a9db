import { getRequestListener } from '@hono/node-server';
import { type BoundPort, bindPort } from '#server/start/bound-port.ts';
import { createLab } from './app.ts';
import type { LabOptions } from './options.ts';

/** A running lab. */
export type RunningLab = { readonly port: number; close(): Promise<void> };

/**
 * Starts the lab.
 * @param port the number of a port (0 for any free port), or a port that is already bound
 * @throws the error of `listen`: EADDRINUSE when the port is in use
 */
export async function startLab(options: LabOptions, port: number | BoundPort): Promise<RunningLab> {
  const boundPort = typeof port === 'number' ? await bindPort(port) : port;
  const handleRequest = getRequestListener(createLab(options).fetch, { overrideGlobalObjects: false });
  boundPort.serve((req, res) => void handleRequest(req, res));
  return { port: boundPort.port, close: () => boundPort.close() };
}
