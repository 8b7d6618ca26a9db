import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tools/free-port.ts';
import { requireProgram } from '#tools/programs/find.ts';

/** Names of the temporary folders of nginx. */
const TEMPORARY_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** A configuration like `deploy/nginx.conf`, for one portal. */
const configOf = (folder: string, securePort: number, port: number): string => `
daemon off;
pid ${folder}/pid;
error_log ${folder}/errors;
events {}
http {
  ${TEMPORARY_FOLDERS.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream munjigi { server 127.0.0.1:${port}; keepalive 64; }
  server {
    listen 127.0.0.1:${securePort} ssl http2;
    ssl_certificate ${folder}/certificate.pem;
    ssl_certificate_key ${folder}/key.pem;
    access_log off;
    location / {
      proxy_pass http://munjigi;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_buffering off;
    }
  }
}
`;

/**
 * Starts nginx as a reverse proxy for a portal on this machine, with a new self-signed certificate.
 * @param port port of the portal
 * @throws NoProgramError when nginx, or openssl for the certificate, is missing
 */
export async function startNginx(port: number) {
  const program = requireProgram('nginx', ['nginx-light']);
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-nginx-'));
  const certificate = join(folder, 'certificate.pem');
  const securePort = await freePort();
  execFileSync(
    requireProgram('openssl', ['openssl']),
    // biome-ignore format: the arguments of one command
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost',
      '-addext', 'subjectAltName=DNS:localhost', '-keyout', join(folder, 'key.pem'), '-out', certificate],
    { stdio: 'ignore' },
  );
  const configFile = join(folder, 'nginx.conf');
  writeFileSync(configFile, configOf(folder, securePort, port));
  const nginx = spawn(program, ['-c', configFile], { stdio: 'inherit' });
  return {
    url: `https://localhost:${securePort}`,
    certificate,
    async stop() {
      if (nginx.exitCode === null && nginx.kill()) await once(nginx, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}
