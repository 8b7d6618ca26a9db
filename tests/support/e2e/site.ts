import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labOrigin } from '#cli/start/settings.ts';
import { resolveConfig } from '#server/config/load.ts';
import { oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { samlKeyRing } from '#server/protocols/saml/keys.ts';
import { dataKeysIn } from '#server/storage/at-rest/data-keys.ts';
import { IN_MEMORY, openDatabase } from '#server/storage/open.ts';
import { testDatabase } from '#tests/support/server/storage.ts';
import { freePort } from '#tools/free-port.ts';
import { startMunjigi } from '#tools/start/run.ts';

/** A running portal with its lab, as `npm start` gives them, on data of its own. */
export type Site = {
  /** Origin of the portal. */
  readonly portal: string;
  /** Origin of the lab. */
  readonly lab: string;
  /** The lab under the name that is another site to the browser than the portal's. */
  readonly foreignLab: string;
  /** Folder of its data. */
  readonly dataDir: string;
  /** Address of its PostgreSQL database; null for SQLite in that folder. */
  readonly databaseUrl: string | null;
  /** Moves the clock of portal and lab on. A page that stays more than 30 s behind rejects the answers: move its clock too. */
  advance(ms: number): void;
  close(): Promise<void>;
};

/** Contents of the configuration file. */
export type ConfigFile = Readonly<Record<string, unknown>>;

/** Hashing is not what the browser tests are about. */
export const CHEAP_HASHING = { memory: 8, passes: 1, parallelism: 1 };

const BUILT_PORTAL = join(import.meta.dirname, '..', '..', '..', 'dist');

/**
 * Starts the built portal from the seed, on free ports.
 * @param keys folder with the signing keys that it takes; without one it makes its own
 */
export const startSite = async (file: ConfigFile, keys?: string): Promise<Site> => {
  const [port, labPort] = [await freePort(), await freePort()];
  const portal = `http://localhost:${port}`;
  const lab = labOrigin(labPort);
  const config = resolveConfig({ argon2: CHEAP_HASHING, ...file }, 'the test', {
    mode: 'demo',
    publicUrl: portal,
    labOrigin: lab,
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'munjigi-e2e-'));
  if (keys) await cp(keys, dataDir, { recursive: true });
  const databaseUrl = await testDatabase();
  let ahead = 0;
  const running = await startMunjigi({
    config,
    port,
    labPort,
    dataDir,
    ...(databaseUrl !== null && { databaseUrl }),
    siteDir: BUILT_PORTAL,
    fresh: false,
    now: () => Date.now() + ahead,
  });
  return {
    portal,
    lab,
    dataDir,
    databaseUrl,
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

/** The sites of one worker, one for each configuration file that its tests have given. */
export type Sites = {
  of(file: ConfigFile): Promise<Site>;
  /** One that nobody else has, where links to the app stay on the page; who asks for it closes it. */
  alone(): Promise<Site>;
  close(): Promise<void>;
};

/** Making the signing keys takes as long as all else of a start: the sites of a worker have the same. */
export async function startSites(): Promise<Sites> {
  const keys = await mkdtemp(join(tmpdir(), 'munjigi-keys-'));
  const storage = await openDatabase(IN_MEMORY, dataKeysIn(keys));
  const place = { storage, dataDir: keys };
  await oidcKeyRing(place).all();
  await samlKeyRing(place, 'http://localhost', Date.now).all();
  await storage.close();
  const started = new Map<ConfigFile, Promise<Site>>();
  return {
    of(file) {
      const site = started.get(file) ?? startSite(file, keys);
      started.set(file, site);
      return site;
    },
    alone: () => startSite({ phoneApp: 'native' }, keys),
    async close() {
      const sites = await Promise.all(started.values());
      await Promise.all(sites.map((site) => site.close()));
      await rm(keys, { recursive: true });
    },
  };
}
