import { getRequestListener } from '@hono/node-server';
import { type BoundPort, bindPort } from '#server/start/bound-port.ts';
import { createLab } from './app.ts';
import type { LabOptions } from './options.ts';

/** A running lab. */
export type RunningLab = { readonly port: number; close(): Promise<void> };

/**
 * Starts the lab.
 * @param port a number, 0 for a free one, or a port that is bound already.
 * @throws the error of `listen`, EADDRINUSE when the port is in use.
 */
export async function startLab(options: LabOptions, port: number | BoundPort): Promise<RunningLab> {
  const boundPort = typeof port === 'number' ? await bindPort(port) : port;
  const toLab = getRequestListener(createLab(options).fetch, { overrideGlobalObjects: false });
  boundPort.serve((req, res) => void toLab(req, res));
  return { port: boundPort.port, close: () => boundPort.close() };
}
