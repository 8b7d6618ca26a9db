import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** What is measured: this portal, an earlier one, or the floor. */
export type Target = {
  readonly name: string;
  readonly portal: string;
  readonly lab: string;
  close(): Promise<void>;
};

const BOUND_MS = 120_000;

/** Answers when the process serves, or fails with what it said. */
async function serving(child: ChildProcess, url: string): Promise<void> {
  let said = '';
  child.stdout?.on('data', (part: Buffer) => {
    said += part;
  });
  child.stderr?.on('data', (part: Buffer) => {
    said += part;
  });
  const until = Date.now() + BOUND_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer: ${said}`);
}

/** Starts a program in a process of its own, with its lab and data of its own. */
async function started(name: string, root: string, program: string): Promise<Target> {
  const [port, labPort] = [await freePort(), await freePort()];
  const dataDir = await mkdtemp(join(tmpdir(), 'munjigi-way-'));
  const child = spawn(process.execPath, [join(root, program)], {
    cwd: root,
    env: { ...process.env, PORT: `${port}`, LAB_PORT: `${labPort}`, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const portal = `http://localhost:${port}`;
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await serving(child, `${portal}/login`);
  } catch (error) {
    await close();
    throw error;
  }
  return { name, portal, lab: `http://localhost:${labPort}`, close };
}

export const FLOOR = 'floor';

/** The portal of a tree of sources, as `npm start` runs it. */
export const portalIn = (name: string, root = ROOT): Promise<Target> =>
  started(name, root, 'scripts/start.ts');

/** Plain forms on the same server (`scripts/bench/floor`). */
export const floor = (): Promise<Target> => started(FLOOR, ROOT, 'scripts/bench/floor/serve.ts');
