import { getRequestListener } from '@hono/node-server';
import { type TakenPort, takePort } from '#server/start/taken-port.ts';
import { createLab } from './app.ts';
import type { LabOptions } from './options.ts';

/** A running lab. */
export type RunningLab = { readonly port: number; close(): Promise<void> };

/**
 * Starts the lab.
 * @param port a number, 0 for a free one, or a port that is taken already.
 * @throws the error of `listen`, EADDRINUSE when the port is taken.
 */
export async function startLab(options: LabOptions, port: number | TakenPort): Promise<RunningLab> {
  const taken = typeof port === 'number' ? await takePort(port) : port;
  const toLab = getRequestListener(createLab(options).fetch, { overrideGlobalObjects: false });
  taken.serve((req, res) => void toLab(req, res));
  return { port: taken.port, close: () => taken.close() };
}
