import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#tools/free-port.ts';
import { familySeconds, runningProcesses } from '#tools/test/processor.ts';
import { postgresPrograms } from './binaries.ts';

/** The ID of the user that runs PostgreSQL if the tests run as root, since PostgreSQL does not run as root. */
const NOBODY = 65_534;

/** A temporary PostgreSQL server for tests. */
export type TestPostgres = {
  /**
   * Creates a database; returns its address.
   * @param template address of a database without connections that is copied; by default the database is empty
   */
  createDatabase(template?: string): Promise<string>;
  /** Processor seconds of the server since its last start (Linux only). */
  processorSeconds(): number;
  /** Stops the server immediately, without an orderly shutdown, as after a crash. */
  stop(): Promise<void>;
  /** Starts the stopped server again, with its data. */
  start(): Promise<void>;
  /** Stops the server and deletes its data. */
  close(): Promise<void>;
};

/** Settings that make the server faster, because its data need not survive a crash of the machine. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'];

/** The process of the server, and a promise for its exit. */
type RunningServer = { readonly process: ChildProcess; readonly exited: Promise<unknown> };

/**
 * Waits until the server accepts connections. Its log is read even after that, since a full pipe would block the server.
 */
const waitUntilReady = ({ process: { stderr }, exited }: RunningServer): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = '';
    stderr?.on('data', (chunk) => {
      if (log.length < 10_000) log += String(chunk);
      if (log.includes('ready to accept connections')) resolve();
    });
    exited.then(() => reject(new Error(`PostgreSQL did not start: ${log}`)), reject);
  });

/**
 * Starts a PostgreSQL server on a free port.
 * @param findPrograms returns the folder with the programs of PostgreSQL; it may copy the programs into the folder that
 * it receives
 */
export async function startPostgres(findPrograms = postgresPrograms): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-postgres-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
  const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const programs = findPrograms(folder);
  const initdbArgs = [
    '-D',
    dataDir,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ];
  execFileSync(join(programs, 'initdb'), initdbArgs, { ...owner, cwd: dataDir, stdio: 'pipe' });
  const port = await freePort();
  const addressOf = (name: string): string => `postgres://postgres@127.0.0.1:${port}/${name}`;
  let running: RunningServer | null = null;
  let databaseCount = 0;

  const start = async (): Promise<void> => {
    const args = ['-D', dataDir, '-h', '127.0.0.1', '-p', String(port), '-k', ''];
    const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
    const child = spawn(join(programs, 'postgres'), [...args, ...settings], {
      ...owner,
      cwd: dataDir,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running = { process: child, exited: once(child, 'exit') };
    process.once('exit', () => child.kill('SIGQUIT'));
    await waitUntilReady(running);
  };
  const stop = async (): Promise<void> => {
    if (!running) return;
    // SIGQUIT is the immediate shutdown of PostgreSQL: all connections break, as after a crash.
    running.process.kill('SIGQUIT');
    await running.exited;
    running = null;
  };
  await start();
  return {
    async createDatabase(template) {
      databaseCount += 1;
      const name = `test_${process.pid}_${databaseCount}`;
      const client = new pg.Client({ connectionString: addressOf('postgres') });
      await client.connect();
      const templateClause = template === undefined ? '' : ` TEMPLATE ${new URL(template).pathname.slice(1)}`;
      await client.query(`CREATE DATABASE ${name}${templateClause}`);
      await client.end();
      return addressOf(name);
    },
    processorSeconds: () => familySeconds(runningProcesses(), running?.process.pid ?? Number.NaN),
    start,
    stop,
    async close() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}
