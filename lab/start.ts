import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createLab } from './app.ts';
import type { LabOptions } from './options.ts';

/** A running lab. */
export type RunningLab = { readonly port: number; close(): Promise<void> };

/**
 * Starts the lab.
 * @param port 0 picks a free one.
 * @param host the address to listen on; every one when absent.
 * @throws the error of `listen`, EADDRINUSE when the port is taken.
 */
export async function startLab(options: LabOptions, port: number, host?: string): Promise<RunningLab> {
  const server = createAdaptorServer({ fetch: createLab(options).fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
