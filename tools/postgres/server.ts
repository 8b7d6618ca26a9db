import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#tools/free-port.ts';
import { familySeconds, runningProcesses } from '#tools/test/processor.ts';
import { postgresPrograms } from './binaries.ts';

/** The user that runs PostgreSQL when the tests run as root. */
const NOBODY = 65_534;

/** A temporary PostgreSQL server for tests. */
export type TestPostgres = {
  /**
   * Creates a database, empty or as a copy of a template without connections.
   * @returns its address
   */
  createDatabase(template?: string): Promise<string>;
  /** Processor seconds since its last start, on Linux. */
  processorSeconds(): number;
  /** Stops it immediately, like a crashed machine. */
  stop(): Promise<void>;
  /** Starts it again with its data. */
  start(): Promise<void>;
  close(): Promise<void>;
};

const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'];

type Running = { readonly process: ChildProcess; readonly exited: Promise<unknown> };

/** Resolves when PostgreSQL is ready. Its log is read on after that, since a full pipe would block it. */
const waitUntilReady = ({ process: { stderr }, exited }: Running): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = '';
    stderr?.on('data', (chunk) => {
      if (log.length < 10_000) log += String(chunk);
      if (log.includes('ready to accept connections')) resolve();
    });
    exited.then(() => reject(new Error(`PostgreSQL did not start: ${log}`)), reject);
  });

/**
 * Starts a PostgreSQL on a free port.
 * @param programsIn returns the folder of its programs, which may be copied into the given one
 */
export async function startPostgres(programsIn = postgresPrograms): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-postgres-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const programs = programsIn(folder);
  const initdbArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(programs, 'initdb'), initdbArgs, { ...owner, cwd: data, stdio: 'pipe' });
  const port = await freePort();
  const addressOf = (name: string): string => `postgres://postgres@127.0.0.1:${port}/${name}`;
  let running: Running | null = null;
  let databases = 0;

  const start = async (): Promise<void> => {
    const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', ''];
    const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
    const spawned = spawn(join(programs, 'postgres'), [...args, ...settings], {
      ...owner,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running = { process: spawned, exited: once(spawned, 'exit') };
    process.once('exit', () => spawned.kill('SIGQUIT'));
    await waitUntilReady(running);
  };
  const stop = async (): Promise<void> => {
    if (!running) return;
    // Immediate shutdown: every connection breaks, as in a crash.
    running.process.kill('SIGQUIT');
    await running.exited;
    running = null;
  };
  await start();
  return {
    async createDatabase(template) {
      databases += 1;
      const name = `test_${process.pid}_${databases}`;
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
