import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { moveFolder } from '#cli/storage-move/move-folder.ts';
import { resolveConfig } from '#server/config/load.ts';
import { createOidcEngine } from '#server/protocols/oidc/index.ts';
import { createSamlEngine } from '#server/protocols/saml/index.ts';
import { startServer } from '#server/start/start.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';
import { clusterConfig } from '#tools/cluster/config.ts';
import { startGateway } from '#tools/cluster/gateway.ts';
import { freePort } from '#tools/free-port.ts';
import { folderOf, POSTGRES_FILE, RECORD_FILE, type Release, type ReleaseRecord } from './releases.ts';
import { SCIM } from './scim.ts';

export const recordOf = (release: Release): ReleaseRecord =>
  JSON.parse(readFileSync(join(folderOf(release), RECORD_FILE), 'utf8'));

/** Writes the PostgreSQL data of a release into an empty database. */
export async function restoreDatabase(databaseUrl: string, release: Release): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(gunzipSync(readFileSync(join(folderOf(release), `${POSTGRES_FILE}.gz`))).toString());
  } finally {
    await client.end();
  }
}

/** Unpacks the files of a release. */
function unpack(release: Release, dataDir: string): void {
  for (const name of readdirSync(folderOf(release))) {
    if (!name.endsWith('.gz') || name.startsWith(POSTGRES_FILE)) continue;
    const content = gunzipSync(readFileSync(join(folderOf(release), name)));
    writeFileSync(join(dataDir, basename(name, '.gz')), content, { mode: 0o600 });
  }
}

/** Moves the files of a release into an empty database, as `npm run storage:move` does. */
export async function moveToDatabase(databaseUrl: string, release: Release): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'munjigi-move-'));
  unpack(release, dataDir);
  try {
    await moveFolder(dataDir, databaseUrl, DATA_KEYS);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** A low level, so that a first password is refused because it was used before, not because it is weak. */
const withWeakPasswords = (client: object) => ({ ...client, passwordSecurity: { level: 1 } });

const withDevices = <Policy extends { readonly methods: readonly string[] }>(policy: Policy) => ({
  ...policy,
  methods: [...policy.methods, 'hwOtp', 'yubikey', 'mobileOtp'],
});

/**
 * Starts the current portal on the data of a release.
 * @param databaseUrl a database with the data; null to use the files
 */
export async function startPortalOn(release: Release, databaseUrl: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-upgrade-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  if (databaseUrl === null) unpack(release, dataDir);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  const gateway = await startGateway();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // No accounts are created: people and apps exist in the data.
  const { accounts: _, policies, clients, ...file } = clusterConfig(url, '', 0);
  const argon2 = { memory: 8, passes: 1, parallelism: 1 };
  const config = resolveConfig(
    {
      ...file,
      policies: policies.map(withDevices),
      clients: clients.map(withWeakPasswords),
      scim: SCIM,
      argon2,
    },
    'the test',
    {
      mode: 'production',
      publicUrl: url,
      labOrigin: url,
      gateways: { pushUrl: gateway.url, smsUrl: gateway.url },
    },
  );
  const running = await startServer({
    port,
    config,
    dataDir,
    dataKeys: DATA_KEYS,
    ...(databaseUrl !== null && { databaseUrl }),
    siteDir: folder,
    engines: [createOidcEngine, createSamlEngine],
  });
  return {
    url,
    lastSmsTo: gateway.lastSmsTo,
    async close(): Promise<void> {
      await running.close();
      gateway.close();
      rmSync(folder, { recursive: true });
    },
  };
}
