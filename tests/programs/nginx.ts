import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tools/free-port.ts';
import { requireProgram } from '#tools/programs/find.ts';
import { waitUntilListening } from './listening.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The host name in the configuration of the guide. */
export const HOST = 'login.example.com';

/** Starts nginx as in the guide, with a new certificate and with servers on these two ports. */
export async function startNginx([firstPort, secondPort]: readonly [number, number]) {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-nginx-'));
  const httpPort = await freePort();
  const httpsPort = await freePort();
  execFileSync(
    requireProgram('openssl', ['openssl']),
    // biome-ignore format: the arguments of one command
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${HOST}`,
      '-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
    { stdio: 'ignore' },
  );
  const site = readFileSync(join(ROOT, 'deploy', 'nginx.conf'), 'utf8')
    .replaceAll('/etc/munjigi/tls', folder)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${firstPort}`)
    .replaceAll('127.0.0.1:8082', `127.0.0.1:${secondPort}`)
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${httpPort};`)
    .replaceAll(/listen (\[::\]:)?443 /g, `listen $1${httpsPort} `);
  writeFileSync(join(folder, 'site.conf'), site);
  const temporaryFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/errors;\nevents {}\nhttp { access_log ${folder}/access; ${temporaryFolders.join(' ')} include ${folder}/site.conf; }\n`,
  );
  const nginx = spawn(requireProgram('nginx', ['nginx-light']), ['-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  });
  const exit = new Promise<void>((resolve) => nginx.once('exit', () => resolve()));
  await waitUntilListening(nginx, httpsPort);
  return {
    httpsPort,
    httpPort,
    /** The contents of the logs of nginx. */
    logs: () =>
      ['errors', 'error.log', 'access']
        .map((name) => join(folder, name))
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'utf8'))
        .join(''),
    async stop() {
      nginx.kill();
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}
