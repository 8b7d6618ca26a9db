import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '#server/login/password/hash.ts';
import { freePort } from '#tools/free-port.ts';
import { startPostgres } from '#tools/postgres/server.ts';
import { type ClusterConfig, clusterConfig, PASSWORD } from './config.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { type Balancer, startProxy } from './proxy.ts';

/** Everything that production portals need before they start. */
export type ClusterSetup = {
  readonly proxy: Balancer;
  readonly gateway: Gateway;
  readonly ports: readonly number[];
  /** The program of a portal and its environment, without its `PORT`. */
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
  /** Processor seconds of the PostgreSQL server (Linux only); 0 on SQLite. */
  databaseProcessorSeconds(): number;
  close(): Promise<void>;
};

export type ClusterOptions = {
  /** Number of portals; 1 on SQLite. */
  readonly portals: number;
  /** Number of people with an account and a mobile app. */
  readonly people: number;
  readonly engine?: 'sqlite' | 'postgres';
  /** Whether passwords are hashed at the cost of production. */
  readonly usesProductionHash?: boolean;
  /** Whether an overloaded portal refuses new sessions (rule 256). */
  readonly refusesNewSessions?: boolean;
  /** Folder of the built portal; if it is missing, an empty page is served. */
  readonly siteDir?: string;
  /** The program of a portal of another version. */
  readonly entry?: string;
  /** Reduces the configuration to settings that the version of `entry` knows. */
  readonly adaptConfig?: (config: ClusterConfig) => object;
};

const TEST_HASH = { memory: 8, passes: 1, parallelism: 1 };
const PRODUCTION_HASH = { memory: 19 * 1024, passes: 2, parallelism: 1 };

/** Sets up a balancer, a database, a gateway for messages and the configuration that all portals share. */
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
  const proxy = await startProxy(ports);
  const file = join(folder, 'munjigi.json');
  const argon2 = usesProductionHash ? PRODUCTION_HASH : TEST_HASH;
  const nodeOptions = process.env['NODE_OPTIONS'];
  const config = { ...clusterConfig(proxy.url, await hashPassword(PASSWORD, argon2), people), argon2 };
  writeFileSync(file, JSON.stringify(adaptConfig(config)));
  return {
    proxy,
    gateway,
    ports,
    entry,
    env: {
      PATH: process.env['PATH'],
      ...(nodeOptions && { NODE_OPTIONS: nodeOptions }),
      MUNJIGI_MODE: 'production',
      MUNJIGI_CONFIG: file,
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
      await proxy.close();
      gateway.close();
      await postgres?.close();
      rmSync(folder, { recursive: true });
    },
  };
}
