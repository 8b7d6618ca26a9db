import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainStartError } from '#cli/start/explain.ts';
import { labOrigin } from '#cli/start/settings.ts';
import { resolveConfig } from '#server/config/load.ts';
import { NoSiteError } from '#server/http/page/site.ts';
import { SEED_ACCOUNTS, SEED_PASSWORD } from '#server/seed/accounts.ts';
import { DamagedFileError } from '#server/storage/file.ts';
import { lockDataFolder } from '#server/storage/folder.ts';
import { NewerDatabaseError } from '#server/storage/migrations/migrate.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';
import { freePort } from '#tools/free-port.ts';
import { greeting } from '#tools/start/greeting.ts';
import { startMunjigi } from '#tools/start/run.ts';

const listening = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });

describe('npm start', () => {
  let folder: string;
  let port: number;
  let labPort: number;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'munjigi-start-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
    port = await freePort();
    labPort = await freePort();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const configOf = (mode: 'demo' | 'production', file: object = {}) =>
    resolveConfig({ argon2: { memory: 8, passes: 1, parallelism: 1 }, ...file }, 'the test', {
      mode,
      publicUrl: `http://localhost:${port}`,
      labOrigin: labOrigin(labPort),
    });
  const start = (config = configOf('demo'), fresh = false) =>
    startMunjigi({
      config,
      port,
      labPort,
      dataDir: join(folder, 'data'),
      dataKeys: DATA_KEYS,
      siteDir: folder,
      fresh,
    });

  const PRODUCTION = {
    publicUrl: 'https://login.example.com',
    clients: [
      {
        clientId: 'wiki',
        clientSecret: 'a-secret-that-nobody-has-published',
        redirectUris: ['https://wiki.example.com/callback'],
        serviceName: { ko: '위키', en: 'Wiki' },
      },
    ],
    policies: [{ id: 'all', authType: 'other', methods: ['pw'] }],
  };

  it('answers on both addresses and frees both ports when it ends', async () => {
    const running = await start();
    for (const origin of [`http://localhost:${port}/login`, `${labOrigin(labPort)}/`]) {
      expect((await fetch(origin, { headers: { accept: 'text/html' } })).status).toBe(200);
    }
    await running.close();
    for (const freePortNumber of [port, labPort]) (await listening(freePortNumber)).close();
  });

  it.each(['portal', 'lab'] as const)(
    'reports the busy port and leaves nothing running: %s',
    async (busyServer) => {
      const busy = busyServer === 'portal' ? port : labPort;
      const other = await listening(busy);
      const failure: unknown = await start().catch((error: unknown) => error);
      expect(explainStartError(failure)).toContain(`Port ${busy} is in use`);
      other.close();
      (await listening(busyServer === 'portal' ? labPort : port)).close();
    },
  );

  it.each(['portal', 'lab'] as const)(
    'does not change the data when the port of the %s is in use',
    async (busyServer) => {
      const running = await start();
      const files = readdirSync(join(folder, 'data')).sort();
      const other = { portal: port, lab: labPort, free: await freePort() };
      const failure: unknown = await startMunjigi({
        config: configOf('demo'),
        port: busyServer === 'portal' ? other.portal : other.free,
        labPort: busyServer === 'lab' ? other.lab : other.free,
        dataDir: join(folder, 'data'),
        siteDir: folder,
        fresh: true,
      }).catch((error: unknown) => error);
      expect(explainStartError(failure)).toContain('is in use by another program');
      expect(readdirSync(join(folder, 'data')).sort()).toEqual(files);
      await running.close();
    },
  );

  it('refuses the data folder of another process, and does not change it', async () => {
    const lock = lockDataFolder(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'old-file'), '');
    const failure: unknown = await start(configOf('demo'), true).catch((error: unknown) => error);
    expect(explainStartError(failure)).toMatch(
      /data is in use by another process of the portal\. .*DATA_DIR/,
    );
    expect(readdirSync(join(folder, 'data'))).toContain('old-file');
    for (const freePortNumber of [port, labPort]) (await listening(freePortNumber)).close();
    lock.release();
    await (await start(configOf('demo'), true)).close();
    expect(readdirSync(join(folder, 'data'))).not.toContain('old-file');
  });

  it('runs no lab in production', async () => {
    const running = await start(configOf('production', PRODUCTION));
    (await listening(labPort)).close();
    await running.close();
  });

  it('prints the addresses, the first thing to try and the accounts', () => {
    const text = greeting(configOf('demo'), labOrigin(labPort));
    for (const part of [`http://localhost:${port}`, labOrigin(labPort), SEED_PASSWORD, '/service']) {
      expect(text).toContain(part);
    }
    for (const { entry } of SEED_ACCOUNTS) expect(text).toContain(`  ${entry.userId} `);
  });

  it.each([
    [new DamagedFileError('/data/oidc.sqlite', null), '/data/oidc.sqlite'],
    [new NewerDatabaseError('/data/munjigi.sqlite', 'later'), '/data/munjigi.sqlite'],
    [new NoSiteError('/app/dist'), 'npm run build'],
  ])('explains in both languages, one line each, what to do about %s', (error, part) => {
    const lines = explainStartError(error).split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain(part);
    expect(lines[1]).toMatch(/[가-힣]/);
  });

  it('names the damaged file of the OIDC engine', async () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'oidc.sqlite'), 'not a database');
    const failure: unknown = await start().catch((error: unknown) => error);
    expect(explainStartError(failure)).toContain('oidc.sqlite is damaged');
  });

  it('throws an unexpected error again', () => {
    const unexpected = new Error('a bug');
    expect(() => explainStartError(unexpected)).toThrow(unexpected);
  });
});
