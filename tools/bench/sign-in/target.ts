import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNginx } from '#tools/bench/sign-in/nginx.ts';
import { freePort } from '#tools/free-port.ts';
import { programOfScript } from '#tools/source/program.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A measured server: the portal, an earlier version of the portal, or the baseline. */
export type Target = {
  readonly name: string;
  /** Origin of the portal. */
  readonly portal: string;
  /** Origin of the lab. */
  readonly lab: string;
  close(): Promise<void>;
};

const START_TIMEOUT_MS = 120_000;

/**
 * Waits until a process serves an address.
 * @throws Error with the output of the process when it ends or does not serve the address in time
 */
async function waitUntilServing(child: ChildProcess, url: string): Promise<void> {
  let output = '';
  child.stdout?.on('data', (part: Buffer) => {
    output += part;
  });
  child.stderr?.on('data', (part: Buffer) => {
    output += part;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer: ${output}`);
}

/**
 * The configuration of the portal: the demo account `lim` needs a push after the password, and the limits are high
 * enough for the measurement.
 */
const CONFIG = {
  policies: [
    {
      id: 'push-second',
      users: ['lim'],
      authType: 'other',
      methods: ['pw'],
      secondAuth: true,
      secondTokenPriority: { push: 1 },
    },
  ],
  limits: { sends: { perAccount: 1000, perAddress: 1000 } },
  push: { coolDown: { refusals: 1000 } },
};

/** A reverse proxy in front of the portal: its address, and the path of its certificate. */
type ReverseProxy = { readonly url: string; readonly certificate: string };

/**
 * Starts a server as a separate process, with its own lab and data.
 * @param root root folder of the sources
 * @param program path of the program in `root`
 */
async function startTarget(
  name: string,
  root: string,
  program: string,
  { port = 0, proxy = null }: { readonly port?: number; readonly proxy?: ReverseProxy | null } = {},
): Promise<Target> {
  const [portalPort, labPort] = [port || (await freePort()), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'munjigi-sign-in-'));
  const configFile = join(folder, 'config.json');
  await writeFile(
    configFile,
    JSON.stringify({ ...CONFIG, ...(proxy && { publicUrl: proxy.url, trustProxy: true }) }),
  );
  const child = spawn(process.execPath, [join(root, program)], {
    cwd: root,
    env: {
      ...process.env,
      PORT: `${portalPort}`,
      LAB_PORT: `${labPort}`,
      DESK_PORT: `${await freePort()}`,
      DATA_DIR: join(folder, 'data'),
      MUNJIGI_CONFIG: configFile,
      ...(proxy && { NODE_EXTRA_CA_CERTS: proxy.certificate }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const portal = `http://localhost:${portalPort}`;
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilServing(child, `${portal}/login`);
  } catch (error) {
    await close();
    throw error;
  }
  return { name, portal: proxy?.url ?? portal, lab: `http://localhost:${labPort}`, close };
}

/** The program of `npm start`. */
const START_PROGRAM = 'tools/start.ts';

/** Name of the baseline. */
export const BASELINE = 'baseline';

/** Starts the portal from the sources in a folder, as `npm start` does. */
export const startPortalIn = (name: string, root = ROOT): Promise<Target> =>
  startTarget(name, root, programOfScript('start', root) ?? START_PROGRAM);

/** Starts the baseline: plain HTML forms on the portal server (`tools/bench/baseline-server`). */
export const startBaseline = (): Promise<Target> =>
  startTarget(BASELINE, ROOT, 'tools/bench/baseline-server/serve.ts');

/**
 * Starts the portal behind nginx, to which the browser connects with HTTP/2.
 * @throws NoProgramError when nginx or openssl is not installed
 */
export async function startPortalBehindNginx(): Promise<Target> {
  const port = await freePort();
  const nginx = await startNginx(port);
  try {
    const target = await startTarget('portal, HTTP/2', ROOT, START_PROGRAM, { port, proxy: nginx });
    return {
      ...target,
      async close() {
        await target.close();
        await nginx.stop();
      },
    };
  } catch (error) {
    await nginx.stop();
    throw error;
  }
}
