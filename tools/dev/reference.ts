import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labOrigin } from '#cli/start/settings.ts';
import type { Clock } from '#server/config/deps.ts';
import { loadConfig } from '#server/config/load.ts';
import { freePort } from '#tools/free-port.ts';
import { startMunjigi } from '#tools/start/run.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The reference server behind the development server, with the lab. */
export type Reference = {
  readonly origin: string;
  /** Origin of the lab. */
  readonly lab: string;
  close(): Promise<void>;
};

/**
 * Starts the reference server and the lab. The server uses the data folder of `npm start`, and needs no build.
 *
 * @param publicUrl URL of the development server
 * @param now the clock of server and lab
 */
export const startReference = async (publicUrl: string, labPort: number, now: Clock): Promise<Reference> => {
  const port = await freePort();
  const lab = labOrigin(labPort);
  const siteDir = await mkdtemp(join(tmpdir(), 'munjigi-dev-'));
  await cp(join(ROOT, 'index.html'), join(siteDir, 'index.html'));
  const running = await startMunjigi({
    config: loadConfig(process.env, { publicUrl, labOrigin: lab }),
    port,
    labPort,
    dataDir: join(ROOT, '.data'),
    siteDir,
    fresh: false,
    now,
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    lab,
    async close() {
      await running.close();
      await rm(siteDir, { recursive: true });
    },
  };
};
