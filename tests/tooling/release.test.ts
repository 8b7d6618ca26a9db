import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { JOURNEYS } from '#tests/support/cluster/journeys.ts';
import { Person } from '#tests/support/cluster/person.ts';
import { userIdAt } from '#tools/cluster/config.ts';
import { type ClusterSetup, setUpCluster } from '#tools/cluster/setup.ts';
import { freePort } from '#tools/free-port.ts';
import { IncompleteError, writeRelease } from '#tools/release/write-release.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const temporary = mkdtempSync(join(tmpdir(), 'munjigi-release-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const site = join(temporary, 'site');
mkdirSync(site);
writeFileSync(join(site, 'index.html'), '<!doctype html><html><head></head><body></body></html>');

/** A part of the warning of a server that starts without the native hash addon. */
const SLOW_HASH_WARNING = 'passwords are compared by Node';

/** Starts a release, which stops after the test; `log` receives each new line of the log. */
async function startRelease(folder: string, { env, ports }: ClusterSetup) {
  const portal = spawn(process.execPath, ['cli/start.ts'], {
    cwd: folder,
    env: { ...env, PORT: String(ports[0]), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (portal.exitCode === null && portal.kill()) await once(portal, 'exit');
  });
  const log: string[] = [];
  const lines = createInterface(portal.stdout).on('line', (line) => log.push(line));
  while (!log.some((line) => line.includes('"started"'))) await once(lines, 'line');
  return { portal, log };
}

// The programs of a release start slowly on a busy machine.
describe('a release', { timeout: 60_000 }, () => {
  const writtenFolder = join(temporary, 'written', 'munjigi');
  const unpacked = join(temporary, 'unpacked');
  writeRelease({ root: ROOT, site, folder: writtenFolder });
  mkdirSync(unpacked);
  const archive = join(temporary, 'munjigi.tar.gz');
  execFileSync('tar', ['-czf', archive, '-C', join(temporary, 'written'), 'munjigi']);
  execFileSync('tar', ['-xzf', archive, '-C', unpacked]);
  const folder = join(unpacked, 'munjigi');

  test('contains the files of the server, and no page sources, lab, tools or tests', () => {
    expect(globSync('*', { cwd: folder }).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'cli',
      'deploy',
      'dist',
      'docs',
      'i18n',
      'node_modules',
      'package.json',
      'sbom.json',
      'server',
      'wire',
    ]);
    expect(existsSync(join(folder, 'deploy', 'conformance'))).toBe(false);
    expect(globSync('docs/isms-p*.md', { cwd: folder }).toSorted()).toEqual([
      'docs/isms-p.ko.md',
      'docs/isms-p.md',
    ]);
    const packages = globSync(['*', '@*/*'], { cwd: join(folder, 'node_modules') });
    expect(packages).toContain('hono');
    expect(packages.filter((name) => /^(typescript|react|vite|xstate|node-)/.test(name))).toEqual([]);
  });

  test('signs in a person after the archive is unpacked', async () => {
    const cluster = await setUpCluster({ portals: 1, people: 1, engine: 'sqlite' });
    onTestFinished(() => cluster.close());
    const { log } = await startRelease(folder, cluster);
    expect(await JOURNEYS.openid(new Person(cluster.balancer.url, userIdAt(0)))).toBe(userIdAt(0));
    expect(log.filter((line) => line.includes(SLOW_HASH_WARNING))).toEqual([]);
  });

  test('warns when the native hash addon is missing, and still signs in a person', async () => {
    const cluster = await setUpCluster({ portals: 1, people: 1, engine: 'sqlite' });
    onTestFinished(() => cluster.close());
    for (const addon of globSync('@node-rs/argon2-*', { cwd: join(writtenFolder, 'node_modules') })) {
      rmSync(join(writtenFolder, 'node_modules', addon), { recursive: true });
    }
    const { log } = await startRelease(writtenFolder, cluster);
    expect(log.filter((line) => line.includes(SLOW_HASH_WARNING))).toHaveLength(1);
    expect(await JOURNEYS.openid(new Person(cluster.balancer.url, userIdAt(0)))).toBe(userIdAt(0));
  });

  test('reloads the configuration on SIGHUP, with PostgreSQL and a desk, and loses no request', async () => {
    const deskPort = await freePort();
    const desk = {
      listen: `127.0.0.1:${deskPort}`,
      url: `http://localhost:${deskPort}`,
      roles: { viewer: {}, helpDesk: {}, administrator: { users: [userIdAt(0)] } },
    };
    const adaptConfig = (config: object) => ({ ...config, desk });
    const cluster = await setUpCluster({ portals: 1, people: 1, adaptConfig });
    onTestFinished(() => cluster.close());
    const { portal, log } = await startRelease(folder, cluster);
    let isReloaded = false;
    /** Requests an address until the first answer after the reload; returns the different statuses in order. */
    const statusesOf = async (address: string): Promise<readonly number[]> => {
      const statuses = new Set<number>();
      while (!isReloaded) statuses.add((await fetch(address)).status);
      return [...statuses.add((await fetch(address)).status)];
    };
    const requests = [`${cluster.balancer.url}/data/sso/config/wiki`, `${desk.url}/desk/data/session`].map(
      statusesOf,
    );
    const file = String(cluster.env['MUNJIGI_CONFIG']);
    const configBefore = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...configBefore, desk: { ...desk, networks: ['192.0.2.0/24'] } }));
    portal.kill('SIGHUP');
    await vi.waitFor(() => expect(log.join()).toContain('configuration reloaded'), 10_000);
    isReloaded = true;
    expect(await Promise.all(requests)).toEqual([[200], [401, 403]]);
  });

  test('has a file for each command of an operator', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    for (const program of Object.values(scripts)) {
      expect(existsSync(join(folder, program.replace('node ', '')))).toBe(true);
    }
  });
});

test('a release cannot be written without a built page', () => {
  const folder = join(temporary, 'none');
  expect(() => writeRelease({ root: ROOT, site: temporary, folder })).toThrow(IncompleteError);
  expect(existsSync(folder)).toBe(false);
});
