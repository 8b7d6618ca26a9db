import { startLab } from '#lab/start.ts';
import { DEMO_CLIENT_SECRET } from '#server/config/demo.ts';
import { type EngineServer, startEngineServer } from '#tests/server/oidc/engine-server.ts';
import { freePort } from '#tools/free-port.ts';
import { type LabParts, labParts } from './lab-options.ts';

export type LabServer = Pick<LabParts, 'faults' | 'outbox' | 'clock'> & {
  readonly origin: string;
  readonly portal: EngineServer;
  /** Stops the lab, but not the portal. */
  stopLab(): Promise<void>;
  close(): Promise<void>;
};

/** Starts the lab with an OpenID engine, whose portal is simulated. */
export async function startLabServer(clientSecret = DEMO_CLIENT_SECRET): Promise<LabServer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const portal = await startEngineServer({ labOrigin: origin });
  const { options, faults, outbox, clock, removeFolder } = labParts(portal.origin, origin);
  const lab = await startLab({ ...options, client: { ...options.client, clientSecret } }, port);
  const stopLab = async () => {
    await lab.close();
    removeFolder();
  };
  return {
    origin,
    faults,
    outbox,
    clock,
    portal,
    stopLab,
    async close() {
      await stopLab();
      await portal.close();
    },
  };
}
