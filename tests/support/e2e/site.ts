import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labOrigin } from '#cli/start/settings.ts';
import { resolveConfig } from '#server/config/load.ts';
import { oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { samlKeyRing } from '#server/protocols/saml/keys.ts';
import { loadDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { IN_MEMORY, openDatabase } from '#server/storage/open.ts';
import { createTestDatabase } from '#tests/support/server/storage.ts';
import { freePort } from '#tools/free-port.ts';
import { startMunjigi } from '#tools/start/run.ts';

/** A running portal with its lab, as `npm start` starts them, with their own data. */
export type Site = {
  /** Origin of the portal. */
  readonly portal: string;
  /** Origin of the lab. */
  readonly lab: string;
  /** Origin of the lab with another host name, so that for browsers the lab is at another site than the portal. */
  readonly foreignLab: string;
  /** Folder of the data. */
  readonly dataDir: string;
  /** Address of the PostgreSQL database; null if the data is in SQLite in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Advances the clock of portal and lab. A page whose clock is more than 30 s behind rejects answers, so its clock has to be advanced too. */
  advance(ms: number): void;
  close(): Promise<void>;
};

/** Contents of the configuration file. */
export type ConfigFile = Readonly<Record<string, unknown>>;

/** Settings of fast hashing, since the browser tests do not test the hashing. */
export const CHEAP_HASHING = { memory: 8, passes: 1, parallelism: 1 };

const BUILT_PORTAL = join(import.meta.dirname, '..', '..', '..', 'dist');

/**
 * Starts the built portal with the seed data, on free ports.
 * @param keyFolder a folder with signing keys to copy; if missing, the portal creates new keys
 */
export const startSite = async (file: ConfigFile, keyFolder?: string): Promise<Site> => {
  const [port, labPort] = [await freePort(), await freePort()];
  const portal = `http://localhost:${port}`;
  const lab = labOrigin(labPort);
  const config = resolveConfig({ argon2: CHEAP_HASHING, ...file }, 'the test', {
    mode: 'demo',
    publicUrl: portal,
    labOrigin: lab,
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'munjigi-e2e-'));
  if (keyFolder) await cp(keyFolder, dataDir, { recursive: true });
  const databaseUrl = await createTestDatabase();
  let aheadMs = 0;
  const munjigi = await startMunjigi({
    config,
    port,
    labPort,
    dataDir,
    ...(databaseUrl !== null && { databaseUrl }),
    siteDir: BUILT_PORTAL,
    fresh: false,
    now: () => Date.now() + aheadMs,
  });
  return {
    portal,
    lab,
    dataDir,
    databaseUrl,
    foreignLab: `http://127.0.0.1:${labPort}`,
    advance: (ms) => {
      aheadMs += ms;
    },
    async close() {
      await munjigi.close();
      await rm(dataDir, { recursive: true });
    },
  };
};

/** The sites of one worker, one for each configuration file of its tests. */
export type Sites = {
  /** The site with this configuration file, which is started when it is needed first. */
  of(file: ConfigFile): Promise<Site>;
  /** Starts a new site, which the caller has to close. Its app is a native app, so links to the app do not leave the page. */
  startSeparate(): Promise<Site>;
  close(): Promise<void>;
};

/** Creates the sites of a worker. They share signing keys, since generating keys takes half the time of a start. */
export async function startSites(): Promise<Sites> {
  const keyFolder = await mkdtemp(join(tmpdir(), 'munjigi-keys-'));
  const storage = await openDatabase(IN_MEMORY, loadDataKeys(keyFolder));
  const keyStore = { storage, dataDir: keyFolder };
  await oidcKeyRing(keyStore).all();
  await samlKeyRing(keyStore, 'http://localhost', Date.now).all();
  await storage.close();
  const started = new Map<ConfigFile, Promise<Site>>();
  return {
    of(file) {
      const site = started.get(file) ?? startSite(file, keyFolder);
      started.set(file, site);
      return site;
    },
    startSeparate: () => startSite({ phoneApp: 'native' }, keyFolder),
    async close() {
      const sites = await Promise.all(started.values());
      await Promise.all(sites.map((site) => site.close()));
      await rm(keyFolder, { recursive: true });
    },
  };
}
