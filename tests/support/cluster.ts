import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/free-port.ts';
import { startPostgres } from '#scripts/postgres/server.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { clusterConfig, PASSWORD } from './cluster/config.ts';
import type { KillOrder } from './cluster/kill-switch.ts';
import { startProxy } from './cluster/proxy.ts';

/** Two portals in production, each a process of its own, on one PostgreSQL behind a balancer. */
export type Cluster = {
  /** Where people and services reach them. */
  readonly url: string;
  /** Ends the portal that the next request would go to, as SIGKILL ends it; it is started anew. */
  killNext(): Promise<void>;
  /** The same in the middle of the next request. */
  killWithin(order: KillOrder): Promise<void>;
  /** Restarts one portal after the other, as an operator does. */
  rollOver(): Promise<void>;
  close(): Promise<void>;
};

const CHEAP = { cost: 2, blockSize: 1, parallelization: 1 };

const said = (child: ChildProcess, word: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += String(chunk);
    });
    const listen = (message: unknown): void => {
      if (message !== word) return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
    child.once('exit', () => reject(new Error(`A portal has ended: ${errors}`)));
  });

/** One place of a portal: whenever its process is killed there is soon another one at the same port. */
function placeOf(port: number, env: NodeJS.ProcessEnv) {
  const entry = join(import.meta.dirname, 'cluster', 'portal.ts');
  const killSwitch = join(import.meta.dirname, 'cluster', 'kill-switch.ts');
  let child: ChildProcess;
  let ready: Promise<void>;
  const start = (): void => {
    child = spawn(process.execPath, ['--import', killSwitch, entry], {
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    ready = said(child, 'ready');
    ready.catch(() => undefined);
  };
  start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null) return;
    const over = once(child, 'exit');
    child.kill(signal);
    await over;
  };
  return {
    isReady: () => ready,
    async kill(): Promise<void> {
      await end('SIGKILL');
      start();
    },
    async killWithin(order: KillOrder): Promise<void> {
      const armed = said(child, 'armed');
      const over = once(child, 'exit');
      child.send(order);
      await armed;
      ready = over.then(() => {
        start();
        return ready;
      });
    },
    async restart(): Promise<void> {
      await end('SIGTERM');
      start();
      await ready;
    },
    end: () => end('SIGTERM'),
  };
}

/** Starts a cluster. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-cluster-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const gateway = createServer((_req, res) => res.end()).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const ports = [await freePort(), await freePort()];
  const proxy = await startProxy(ports);
  const file = join(folder, 'munjigi.json');
  const config = clusterConfig(proxy.url, await hashPassword(PASSWORD, CHEAP));
  writeFileSync(file, JSON.stringify({ ...config, scrypt: CHEAP }));
  const env = {
    PATH: process.env['PATH'],
    MUNJIGI_MODE: 'production',
    MUNJIGI_CONFIG: file,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    SITE_DIR: folder,
    PUSH_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  };
  const places = ports.map((port) => placeOf(port, env));
  const whole = async (): Promise<void> => {
    await Promise.all(places.map((place) => place.isReady()));
  };
  const next = () => places[proxy.next()] as (typeof places)[number];
  const close = async (): Promise<void> => {
    await Promise.allSettled(places.map((place) => place.end()));
    await proxy.close();
    gateway.close();
    await postgres.close();
    rmSync(folder, { recursive: true });
  };
  await whole().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url: proxy.url,
    async killNext() {
      await whole();
      await next().kill();
    },
    async killWithin(order) {
      await whole();
      await next().killWithin(order);
    },
    async rollOver() {
      for (const place of places) await place.restart();
    },
    async close() {
      await whole();
      await close();
    },
  };
}
