import { startLab } from '#lab/start.ts';
import { DEMO_CLIENT_ID, DEMO_CLIENT_SECRET } from '#server/config/demo.ts';
import { createFaults, type Faults } from '#server/guard/faults.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { type EngineServer, startEngineServer } from '#tests/server/oidc/engine-server.ts';
import { freePort } from '#tests/server/oidc/free-port.ts';

export type LabServer = {
  readonly origin: string;
  readonly faults: Faults;
  readonly portal: EngineServer;
  /** Ends the lab alone. */
  stopLab(): Promise<void>;
  close(): Promise<void>;
};

/** The lab beside an engine whose portal is a fake one. */
export async function startLabServer(clientSecret = DEMO_CLIENT_SECRET): Promise<LabServer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const portal = await startEngineServer({ labOrigin: origin });
  const faults = createFaults();
  const lab = await startLab(
    {
      portalUrl: portal.origin,
      labUrl: origin,
      client: {
        clientId: DEMO_CLIENT_ID,
        clientSecret,
        serviceName: { ko: '한빛', en: 'Hanbit' },
      },
      accounts: [
        {
          userId: 'kim',
          name: { ko: '김하늘', en: 'Haneul Kim' },
          shows: { ko: '비밀번호', en: 'password' },
        },
      ],
      password: SEED_PASSWORD,
      faults,
      now: Date.now,
    },
    port,
  );
  return {
    origin,
    faults,
    portal,
    stopLab: lab.close,
    async close() {
      await lab.close();
      await portal.close();
    },
  };
}
