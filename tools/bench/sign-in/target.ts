import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNginx } from '#tools/bench/sign-in/nginx.ts';
import { freePort } from '#tools/free-port.ts';
import { programOf } from '#tools/source/program.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A measured server: this portal, an earlier one, or the baseline. */
export type Target = {
  readonly name: string;
  readonly portal: string;
  readonly lab: string;
  close(): Promise<void>;
};

const START_TIMEOUT_MS = 120_000;

/** Waits until the process answers; rejects with its output. */
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
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer: ${output}`);
}

/** A person who needs a push after the password, with limits high enough for the measurement. */
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

/** The proxy in front of the portal: its address and certificate file. */
type ReverseProxy = { readonly url: string; readonly certificate: string };

/** Starts a program in its own process, with its own lab and data. */
async function startTarget(
  name: string,
  root: string,
  program: string,
  { port = 0, proxy = null }: { readonly port?: number; readonly proxy?: ReverseProxy | null } = {},
): Promise<Target> {
  const [portalPort, labPort] = [port || (await freePort()), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'munjigi-sign-in-'));
  const config = join(folder, 'config.json');
  await writeFile(
    config,
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
      MUNJIGI_CONFIG: config,
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

const START = 'tools/start.ts';

export const BASELINE = 'baseline';

/** The portal of a source tree, as `npm start` runs it. */
export const portalIn = (name: string, root = ROOT): Promise<Target> =>
  startTarget(name, root, programOf('start', root) ?? START);

/** Plain forms on the same server (`tools/bench/baseline-server`). */
export const baseline = (): Promise<Target> =>
  startTarget(BASELINE, ROOT, 'tools/bench/baseline-server/serve.ts');

/**
 * The portal behind nginx, which speaks HTTP/2 with the browser.
 * @throws NoProgramError when there is no nginx
 */
export async function portalBehindNginx(): Promise<Target> {
  const port = await freePort();
  const nginx = await startNginx(port);
  try {
    const target = await startTarget('portal, HTTP/2', ROOT, START, { port, proxy: nginx });
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
