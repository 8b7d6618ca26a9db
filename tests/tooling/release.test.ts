import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { JOURNEYS } from '#tests/support/cluster/journeys.ts';
import { Person } from '#tests/support/cluster/person.ts';
import { personNamed } from '#tools/cluster/config.ts';
import { setUpCluster } from '#tools/cluster/setup.ts';
import { IncompleteError, writeRelease } from '#tools/release/write-release.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const temporary = mkdtempSync(join(tmpdir(), 'munjigi-release-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const site = join(temporary, 'site');
mkdirSync(site);
writeFileSync(join(site, 'index.html'), '<!doctype html><html><head></head><body></body></html>');

describe('a release', () => {
  const written = join(temporary, 'written', 'munjigi');
  const unpacked = join(temporary, 'unpacked');
  writeRelease({ root: ROOT, site, folder: written });
  mkdirSync(unpacked);
  const archive = join(temporary, 'munjigi.tar.gz');
  execFileSync('tar', ['-czf', archive, '-C', join(temporary, 'written'), 'munjigi']);
  execFileSync('tar', ['-xzf', archive, '-C', unpacked]);
  const folder = join(unpacked, 'munjigi');

  test('holds what runs, and nothing of the page sources, the lab, the tools or the tests', () => {
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

  test('signs somebody in where it was unpacked', async () => {
    const stage = await setUpCluster({ portals: 1, people: 1, engine: 'sqlite' });
    onTestFinished(() => stage.close());
    const portal = spawn(process.execPath, ['cli/start.ts'], {
      cwd: folder,
      env: { ...stage.env, PORT: String(stage.ports[0]), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      if (portal.exitCode === null && portal.kill()) await once(portal, 'exit');
    });
    for await (const line of createInterface(portal.stdout)) if (line.includes('"started"')) break;
    expect(await JOURNEYS.openid(new Person(stage.proxy.url, personNamed(0)))).toBe(personNamed(0));
  });

  test('names the commands of an operator, each with its file', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    for (const program of Object.values(scripts)) {
      expect(existsSync(join(folder, program.replace('node ', '')))).toBe(true);
    }
  });
});

test('without a built page there is no release', () => {
  const folder = join(temporary, 'none');
  expect(() => writeRelease({ root: ROOT, site: temporary, folder })).toThrow(IncompleteError);
  expect(existsSync(folder)).toBe(false);
});
