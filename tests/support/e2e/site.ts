import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/free-port.ts';
import { labOrigin, startMunjigi } from '#scripts/start/run.ts';
import { resolveConfig } from '#server/config/load.ts';

/** A running portal with its lab, as `npm start` gives them, on data of its own. */
export type Site = {
  /** Origin of the portal. */
  readonly portal: string;
  /** Origin of the lab. */
  readonly lab: string;
  /** The lab under the name that is another site to the browser than the portal's. */
  readonly foreignLab: string;
  /** Moves the clock of portal and lab on. */
  advance(ms: number): void;
  close(): Promise<void>;
};

/** What an operator may write into the configuration file. */
export type ConfigFile = Readonly<Record<string, unknown>>;

/** Hashing is not what the browser tests are about. */
export const CHEAP_HASHING = { cost: 2, blockSize: 1, parallelization: 1 };

/** Which built portal is served: the one that people get, or the same code that tells what its machines do. */
export type Build = 'production' | 'recording';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDERS: Readonly<Record<Build, string>> = { production: 'dist', recording: 'dist-recording' };

/** Starts the built portal from the seed, on free ports. */
export const startSite = async (file: ConfigFile, build: Build = 'production'): Promise<Site> => {
  const [port, labPort] = [await freePort(), await freePort()];
  const portal = `http://localhost:${port}`;
  const lab = labOrigin(labPort);
  const config = resolveConfig({ scrypt: CHEAP_HASHING, ...file }, 'the test', {
    mode: 'demo',
    publicUrl: portal,
    labOrigin: lab,
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'munjigi-e2e-'));
  let ahead = 0;
  const running = await startMunjigi({
    config,
    port,
    labPort,
    dataDir,
    siteDir: join(ROOT, FOLDERS[build]),
    fresh: false,
    now: () => Date.now() + ahead,
  });
  return {
    portal,
    lab,
    foreignLab: `http://127.0.0.1:${labPort}`,
    advance: (ms) => {
      ahead += ms;
    },
    async close() {
      await running.close();
      await rm(dataDir, { recursive: true });
    },
  };
};
