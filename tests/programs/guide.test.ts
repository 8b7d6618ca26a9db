import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#tools/free-port.ts';
import { writeRelease } from '#tools/release/write-release.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** The timeout of a test, which starts a server and a dozen commands. */
const TIMEOUT_MS = 300_000;

const PASSWORD = 'Walk-the-guide-7';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** A code block of a document. */
type Block = { readonly kind: string; readonly lines: readonly string[] };

/** Returns the code blocks of a document between two headings; joins lines that end with a backslash. */
function blocksOf(document: string, from: string, until: string): readonly Block[] {
  const begin = document.indexOf(from);
  const end = document.indexOf(until);
  expect([begin >= 0, end > begin], `${from} … ${until}`).toEqual([true, true]);
  return [...document.slice(begin, end).matchAll(/```(\w+)\n(.*?)```/gs)].map(([, kind = '', body = '']) => ({
    kind,
    lines: body.replaceAll('\\\n', ' ').split('\n').filter(Boolean),
  }));
}

/** Commands that need root, systemd or nginx, or that unpack the release. deploy.test.ts checks the unit and the configuration of nginx. */
const SKIPPED_COMMANDS = [
  /^npm ci && npm run release /,
  /^tar -xzf release\/munjigi-\*\.tar\.gz -C \/opt /,
  /^useradd --system /,
  /^cp \/opt\/munjigi\/deploy\/(munjigi\.service|nginx\.conf) /,
  /^install -m 0755 \/opt\/munjigi\/deploy\/munjigi-admin /,
  /^nginx -t && systemctl reload nginx$/,
];
const START_COMMAND = 'systemctl daemon-reload && systemctl enable --now munjigi';

/** Prepares a folder in which the commands of the guide run like on an empty machine. */
async function prepareMachine(smtpUrl: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-guide-'));
  const installed = join(folder, 'munjigi');
  writeRelease({ root: ROOT, site: join(ROOT, 'dist'), folder: installed });
  const port = await freePort();
  const opsPort = await freePort();
  const withLocalPaths = (line: string): string =>
    line
      .replaceAll('/etc/munjigi', join(folder, 'etc'))
      .replaceAll('/var/lib/munjigi', join(folder, 'data'))
      .replaceAll('/var/backups/munjigi', join(folder, 'backups'))
      .replaceAll('/var/cache/munjigi', join(folder, 'cache'))
      .replaceAll('/opt/munjigi', installed)
      .replaceAll('127.0.0.1:9464', `127.0.0.1:${opsPort}`)
      .replace(/-o (root|munjigi) -g munjigi /, '')
      .replace(/^chown \S+ \S+ && /, '')
      .replace('smtps://user:password@mail.example.com:465', smtpUrl ?? '');
  const unit = read('deploy/munjigi.service');
  const settings = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, withLocalPaths(value)] as const,
  );
  const [, program = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const unitEnvironment = {
    ...Object.fromEntries(settings),
    PORT: String(port),
    OPS_PORT: String(opsPort),
    PROBE_SECONDS: '0',
  };
  const environment = () =>
    Object.fromEntries(
      readFileSync(join(folder, 'etc', 'environment'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const [, adminCommand = ''] = /^ {2}(\/usr\/bin\/env node .*)$/m.exec(read('deploy/munjigi-admin')) ?? [];
  const assigned = [...read('deploy/munjigi-admin').matchAll(/--setenv=(\w+=\S+)/g)].map(([, pair = '']) =>
    withLocalPaths(pair),
  );
  writeFileSync(
    join(bin, 'munjigi-admin'),
    `#!/bin/sh\nset -a; . ${join(folder, 'etc', 'environment')}; set +a\ncd ${installed} && exec env ${assigned.join(' ')} ${withLocalPaths(adminCommand)}\n`,
  );
  chmodSync(join(bin, 'munjigi-admin'), 0o755);

  let server: ChildProcess | null = null;
  onTestFinished(async () => {
    if (server && server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(folder, { recursive: true });
  });

  return {
    folder,
    origin: `http://127.0.0.1:${port}`,
    /** Runs a command of the guide; `typed` is the input of the command. */
    async shell(line: string, typed = ''): Promise<string> {
      const child = spawn('bash', ['-euc', withLocalPaths(line)], {
        cwd: installed,
        stdio: [typed === '' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        env: { PATH: `${bin}:${process.env['PATH']}`, LANG: 'C.UTF-8' },
      });
      child.stdin?.end(typed);
      const outputOf = (stream: Readable | null) => (stream ? text(stream) : '');
      const [output, errors, [code]] = await Promise.all([
        outputOf(child.stdout),
        outputOf(child.stderr),
        once(child, 'close'),
      ]);
      expect({ line, code, errors }).toMatchObject({ line, code: 0 });
      return output;
    },
    /** Starts the portal like systemd, and waits until the portal is ready. */
    async start(): Promise<void> {
      mkdirSync(join(folder, 'data'), { mode: 0o700 });
      const [node = '', ...args] = withLocalPaths(program).split(' ');
      const started = spawn(node, args, {
        cwd: installed,
        env: { PATH: process.env['PATH'], ...unitEnvironment, ...environment() },
      });
      server = started;
      let output = '';
      for (const stream of [started.stdout, started.stderr]) stream.on('data', (part) => (output += part));
      const status = () =>
        fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
          (answer) => answer.status,
          () => output,
        );
      await expect.poll(status, { timeout: 60_000, interval: 200 }).toBe(200);
    },
  };
}

/** Runs all commands of the section "A first production server" of docs/operations.md. */
async function runGuide(smtpUrl: string | null) {
  const installed = await prepareMachine(smtpUrl);
  const { folder, shell, start } = installed;
  await shell(`install -d -m 0750 ${join(folder, 'etc')}`);
  const output: string[] = [];
  let isConfigured = false;
  for (const { kind, lines } of blocksOf(
    read('docs/operations.md'),
    '## A first production server',
    '## The configuration file',
  )) {
    if (kind === 'json') {
      const secret = randomBytes(32).toString('base64');
      const config = lines.join('\n').replace('REPLACE-with-32-random-bytes', secret);
      writeFileSync(join(folder, 'etc', 'config.json'), config);
      isConfigured = true;
      continue;
    }
    expect(kind).toBe('sh');
    if (lines[0] === '# without a mail gateway: type the password; it is not shown') {
      if (smtpUrl === null)
        for (const line of lines.slice(1)) output.push(await shell(line, `${PASSWORD}\n`));
      continue;
    }
    for (const line of lines) {
      const needsMail = line.includes('SMTP_URL=') || line.endsWith('# with a mail gateway');
      if ((needsMail && smtpUrl === null) || SKIPPED_COMMANDS.some((pattern) => pattern.test(line))) continue;
      if (line === START_COMMAND) await start();
      else output.push(await shell(line));
    }
  }
  expect(isConfigured).toBe(true);
  return { ...installed, output: output.join('') };
}

/** Starts a mail server that stores received mails. */
async function startMailServer() {
  const mails: string[] = [];
  const mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      text(stream).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const { port } = mailServer.server.address() as AddressInfo;
  onTestFinished(() => new Promise<void>((resolve) => mailServer.close(() => resolve())));
  return { mails, url: `smtp://127.0.0.1:${port}` };
}

/** The text of a mail, decoded from base64 or quoted-printable. */
function bodyOf(mail: string): string {
  const [header = '', body = ''] = mail.split(/\r\n\r\n(.*)/s);
  return /base64/i.test(header)
    ? Buffer.from(body, 'base64').toString()
    : body.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}

const EXPLAIN_COMMAND = 'munjigi-admin explain park --operator park --language en';

test('the first server of the guide without mail: a command sets a password that works', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { folder, output, shell, origin } = await runGuide(null);
  expect(output).toContain('park: password set');
  expect((await fetch(`${origin}/login`, { headers: { Accept: 'text/html' } })).status).toBe(200);
  const explained = await shell(EXPLAIN_COMMAND);
  expect(explained).toContain('✓ Password: works');
  expect(explained).toContain('The working methods are enough to sign in.');
  expect(explained).toContain('✗ Internal mail (no gateway is configured for it.)');
  expect(existsSync(join(folder, 'backups', 'first', 'munjigi.sqlite'))).toBe(true);
  expect(statSync(join(folder, 'etc', 'environment')).mode & 0o777).toBe(0o600);
});

test('the first server of the guide with mail: the password link arrives and opens', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { mails, url } = await startMailServer();
  const { output, shell, origin } = await runGuide(url);
  expect(output).toContain('park: sent to park@example.com');
  expect(mails).toHaveLength(1);
  const [link = ''] = /https:\/\/login\.example\.com\/password\S+/.exec(bodyOf(mails[0] ?? '')) ?? [];
  const { pathname, search } = new URL(link);
  expect((await fetch(`${origin}${pathname}${search}`, { headers: { Accept: 'text/html' } })).status).toBe(
    200,
  );
  expect(await shell(EXPLAIN_COMMAND)).toContain(
    'Identity check before a new password: ✗ SMS (there is no phone number',
  );
  expect(await shell(EXPLAIN_COMMAND)).toContain('✓ Internal mail');

  const commands = blocksOf(read('docs/running.md'), '# Running the portal', '## Upgrade and roll back')
    .flatMap(({ lines }) => lines)
    .filter((line) => line.startsWith('munjigi-admin ') && !line.includes('after-restore'));
  expect(commands.length).toBeGreaterThan(3);
  for (const line of commands) await shell(line);
});
