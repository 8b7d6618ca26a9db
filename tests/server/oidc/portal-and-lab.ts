import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labOrigin } from '#cli/start/settings.ts';
import { resolveConfig } from '#server/config/load.ts';
import { writeEmptyPage } from '#tests/support/folder.ts';
import { CHEAP_HASHING } from '#tests/support/server/server.ts';
import { freePort } from '#tools/free-port.ts';
import { startMunjigi } from '#tools/start/run.ts';

/** The portal and the lab, as `npm start` runs them, with free ports and their own folder. */
export type PortalAndLab = {
  readonly portal: string;
  readonly lab: string;
  readonly dataDir: string;
  close(): Promise<void>;
};

/**
 * @param file the content of the configuration file, to which the demo configuration is added.
 * @param now the clock of everything that is started, in epoch milliseconds.
 */
export async function startPortalAndLab(
  file: Readonly<Record<string, unknown>> = {},
  now: () => number = Date.now,
): Promise<PortalAndLab> {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-'));
  const siteDir = join(folder, 'site');
  mkdirSync(siteDir);
  writeEmptyPage(siteDir);
  const port = await freePort();
  const labPort = await freePort();
  const portal = `http://localhost:${port}`;
  const lab = labOrigin(labPort);
  const config = resolveConfig({ argon2: CHEAP_HASHING, ...file }, 'the test', {
    mode: 'demo',
    publicUrl: portal,
    labOrigin: lab,
  });
  const running = await startMunjigi({
    config,
    port,
    labPort,
    dataDir: join(folder, 'data'),
    siteDir,
    fresh: false,
    now,
  });
  return {
    portal,
    lab,
    dataDir: join(folder, 'data'),
    async close() {
      await running.close();
      rmSync(folder, { recursive: true });
    },
  };
}
