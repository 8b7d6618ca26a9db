import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '#server/login/password/hash.ts';
import { freePort } from '#tools/free-port.ts';
import { startPostgres } from '#tools/postgres/server.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type ClusterConfig, clusterConfig, PASSWORD } from './config.ts';
import { type Gateway, startGateway } from './gateway.ts';

/** Everything that the portals of a cluster need before they start. */
export type ClusterSetup = {
  readonly balancer: Balancer;
  readonly gateway: Gateway;
  readonly ports: readonly number[];
  /** Path of the program of a portal. */
  readonly entry: string;
  /** The environment of every portal, without `PORT`. */
  readonly env: NodeJS.ProcessEnv;
  /** Processor seconds of the PostgreSQL server (Linux only); 0 on SQLite. */
  databaseProcessorSeconds(): number;
  close(): Promise<void>;
};

export type ClusterOptions = {
  /** Number of portals; SQLite allows only one. */
  readonly portals: number;
  /** Number of accounts with a password and a mobile app. */
  readonly people: number;
  readonly engine?: 'sqlite' | 'postgres';
  /** Whether passwords are hashed at the cost of production. */
  readonly usesProductionHash?: boolean;
  /** Whether an overloaded portal refuses new sessions (rule 256). */
  readonly refusesNewSessions?: boolean;
  /** Folder of the built portal; if it is missing, an empty page is served. */
  readonly siteDir?: string;
  /** Path of the program of a portal, to start another version of the portal. */
  readonly entry?: string;
  /** Changes the configuration, for example for an `entry` of another version that has fewer settings. */
  readonly adaptConfig?: (config: ClusterConfig) => object;
};

/** Settings of Argon2 that cost almost no time. */
const TEST_HASH_COST = { memory: 8, passes: 1, parallelism: 1 };
/** The default settings of Argon2 in production. */
const PRODUCTION_HASH_COST = { memory: 19 * 1024, passes: 2, parallelism: 1 };

/**
 * Sets up what all portals of a cluster share: a balancer, a database, a gateway for messages and the configuration.
 */
export async function setUpCluster({
  portals,
  people,
  engine = 'postgres',
  usesProductionHash = false,
  refusesNewSessions = false,
  siteDir,
  entry = join(import.meta.dirname, 'portal.ts'),
  adaptConfig = (config) => config,
}: ClusterOptions): Promise<ClusterSetup> {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-cluster-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  const postgres = engine === 'postgres' ? await startPostgres() : null;
  const gateway = await startGateway();
  const ports = await Promise.all(Array.from({ length: portals }, freePort));
  const balancer = await startBalancer(ports);
  const configFile = join(folder, 'munjigi.json');
  const argon2 = usesProductionHash ? PRODUCTION_HASH_COST : TEST_HASH_COST;
  const nodeOptions = process.env['NODE_OPTIONS'];
  const config = { ...clusterConfig(balancer.url, await hashPassword(PASSWORD, argon2), people), argon2 };
  writeFileSync(configFile, JSON.stringify(adaptConfig(config)));
  return {
    balancer,
    gateway,
    ports,
    entry,
    env: {
      PATH: process.env['PATH'],
      ...(nodeOptions && { NODE_OPTIONS: nodeOptions }),
      MUNJIGI_MODE: 'production',
      MUNJIGI_CONFIG: configFile,
      ...(postgres && { DATABASE_URL: await postgres.createDatabase() }),
      DATA_DIR: join(folder, 'data'),
      DATA_KEY: randomBytes(32).toString('base64'),
      SITE_DIR: siteDir ?? folder,
      ...(refusesNewSessions && { REFUSES_NEW_SESSIONS: '1' }),
      PUSH_URL: gateway.url,
      SMS_URL: gateway.url,
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
    databaseProcessorSeconds: () => postgres?.processorSeconds() ?? 0,
    async close() {
      await balancer.close();
      gateway.close();
      await postgres?.close();
      rmSync(folder, { recursive: true });
    },
  };
}
