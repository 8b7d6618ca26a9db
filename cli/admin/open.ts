import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSettings, type Settings, SettingsError } from '#cli/start/settings.ts';
import { loadConfig } from '#server/config/load.ts';
import { createPortal } from '#server/login/portal.ts';
import { gatewaysOf } from '#server/login/sending/gateways.ts';
import { openAudit } from '#server/operations/audit/open.ts';
import { endSessionsOfPersonIn } from '#server/protocols/oidc/end-sessions.ts';
import { federationsIn } from '#server/protocols/saml/federation/federations.ts';
import { type DataKeys, loadDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { openExistingFile, openExistingPostgres } from '#server/storage/open-existing.ts';
import type { Storage } from '#server/storage/storage.ts';

const PROJECT_FOLDER = join(import.meta.dirname, '..', '..');

const dataFolderOf = (dataDir: string | null): string => resolve(PROJECT_FOLDER, dataDir ?? '.data');

/**
 * Opens the storage that the server with the same settings uses.
 * @throws SettingsError when the storage does not exist
 */
async function openStorage({ dataDir, databaseUrl, dataKeys }: Settings): Promise<Storage> {
  const folder = dataFolderOf(dataDir);
  const keys = (): DataKeys => dataKeys ?? loadDataKeys(folder);
  if (databaseUrl !== null) return openExistingPostgres(databaseUrl, keys());
  const path = join(folder, 'munjigi.sqlite');
  if (!existsSync(path)) {
    throw new SettingsError(
      `${path} does not exist. Start the server once, or name its folder in DATA_DIR. · 서버를 한 번 시작하거나 데이터 폴더를 DATA_DIR로 지정해 주세요.`,
    );
  }
  return openExistingFile(path, keys());
}

/**
 * Opens the portal for an action. The action uses the same configuration, storage and audit as the server, which may be
 * running.
 * @throws ConfigError, SettingsError, the errors of the storage
 */
export async function openAdminPortal(env: Readonly<Record<string, string | undefined>>) {
  const settings = readSettings(env, []);
  const { port, labPort, deskPort, dataDir } = settings;
  const loadedConfig = loadConfig(env, {
    publicUrl: `http://localhost:${port}`,
    labOrigin: `http://localhost:${labPort}`,
    deskPort,
  });
  const folder = dataFolderOf(dataDir);
  const db = await openStorage(settings);
  const now = Date.now;
  const config = await federationsIn(db, now).withFederatedServices(loadedConfig);
  const auditFailures: unknown[] = [];
  const audit = openAudit(config.audit, {
    dataDir: folder,
    storage: db,
    now,
    isSearched: config.desk !== null,
    reportFailure: (error) => auditFailures.push(error),
  });
  const gateways = gatewaysOf(config, null);
  const portal = createPortal({ db, config, now, random: randomBytes, gateways, audit: audit.audit });

  return {
    portal,
    history: audit.history,
    copies: audit.copies,
    /** Writes the buffered lines of the audit. */
    flush: audit.flush,
    dataDir: folder,
    /** Errors of lines that could not be written to the audit. */
    auditFailures,
    /** Ends the sessions of a person at the OpenID engine. The SAML engine has no sessions. */
    endEngineSessions: endSessionsOfPersonIn({ config, storage: db, now }),
    async close(): Promise<void> {
      await audit.close();
      await db.close();
    },
  };
}
