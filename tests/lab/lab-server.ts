import { startLab } from '#lab/start.ts';
import { DEMO_CLIENT_SECRET } from '#server/config/demo.ts';
import { type EngineServer, startEngineServer } from '#tests/server/oidc/engine-server.ts';
import { freePort } from '#tools/free-port.ts';
import { type LabParts, labParts } from './lab-options.ts';

export type LabServer = Pick<LabParts, 'faults' | 'outbox' | 'clock'> & {
  readonly origin: string;
  readonly portal: EngineServer;
  /** Ends the lab alone. */
  stopLab(): Promise<void>;
  close(): Promise<void>;
};

/** The lab with an OpenID engine whose portal is a fake. */
export async function startLabServer(clientSecret = DEMO_CLIENT_SECRET): Promise<LabServer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const portal = await startEngineServer({ labOrigin: origin });
  const { options, faults, outbox, clock, removeFolder: forget } = labParts(portal.origin, origin);
  const lab = await startLab({ ...options, client: { ...options.client, clientSecret } }, port);
  const stopLab = async () => {
    await lab.close();
    forget();
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
